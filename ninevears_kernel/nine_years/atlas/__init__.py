"""The picture of the map: what lies on the table, drawn as SVG and put into words, without a widget library.

`scene` says what is seen, by both or by one side; everything that is drawn or said is made from it, so that
the picture, the table and the sentences cannot differ. May use the whole game, and knows no widget. Begin
with `scene.py`; `picture.py` puts the parts together.
"""
