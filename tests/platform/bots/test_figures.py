"""The pictures of the rules say what the rules say."""

from sixfold.bots.figures import FIGURES, Figure
from sixfold.templating import board


def test_each_picture_shows_what_its_caption_says() -> None:
    points = {name: figure.points for name, figure in FIGURES.items()}
    assert points == {
        "longer": 4,
        "crossing": 6,
        "beside": 6,
        "around": 3,
        "qwirkle": 12,
        "twice": None,
        "clash": None,
        "apart": None,
    }


def test_the_laid_tiles_of_a_picture_have_rings() -> None:
    picture = board(Figure("Rc@0,0", "Rq@1,0 Rd@2,0").tiles, fresh=2, close=True)
    assert picture.count('class="ring"') == 2
    assert 'viewBox="-120 -120 540 340"' in picture
