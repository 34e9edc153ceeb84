"""The picture of the map: what lies on the table, drawn as SVG and told in words, without a widget library.

`scene` says what is seen, by both or by one side; everything that is drawn or told is made from it, so that
the picture, the table and the sentences cannot differ. `picture` puts the parts together.
"""
