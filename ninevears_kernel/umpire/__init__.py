"""The umpire's desk: cases in, rulings out."""
