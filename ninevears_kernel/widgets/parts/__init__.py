"""What every widget is put together from: cards, forms, charts, theme, keyboard, work in the background.

May use everything but the other rooms of `widgets`. Begin with `theme.py` and `ruling_card.py`.
"""
