"""What every widget is put together from: cards, forms, charts, theme, keyboard, work in the background.

May use everything but the rooms beside it. Begin with `theme.py` and `ruling_card.py`.
"""
