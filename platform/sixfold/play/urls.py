"""The addresses of games against bots."""

urlpatterns: list[object] = []
