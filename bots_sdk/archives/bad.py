"""Why an upload is refused."""


class BadUpload(ValueError):  # noqa: N818 - it is the author's upload that is bad
    """Files that cannot be a bot: a stable code for programs, a sentence for the author.

    `excerpt` shows the line at fault, where there is one.
    """

    def __init__(self, code: str, sentence: str, excerpt: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.excerpt = excerpt


def show(name: str) -> str:
    """A hostile name, short and inert."""
    return ascii(name if len(name) <= 60 else name[:57] + "...")
