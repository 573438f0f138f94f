"""The first page opens with the subject itself: ```{adaboost-at-work}```, a player at work.

It is the run with which the chapter on AdaBoost begins, computed when the page is built.
"""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class AdaBoostAtWork(SphinxDirective):
    """Show forty lines that learn to close around a cloud."""

    def run(self):
        """Fit them, and make the player."""
        # Seconds, which a build that reads another page need not wait.
        from ensemblelab import AdaBoostClassifier, Perceptron
        from ensemblelab.datasets import make_gaussian_ring
        from ensemblelab.teaching.players import adaboost_player

        X, y = make_gaussian_ring(150, random_state=2)
        committee = AdaBoostClassifier(
            Perceptron(max_iter=2000), n_estimators=40, keep_weights=True, random_state=0
        ).fit(X, y)
        player = adaboost_player(committee, X, y, title="Forty lines around a cloud")
        return [nodes.raw("", player.fragment, format="html")]


def setup(app):
    app.add_directive("adaboost-at-work", AdaBoostAtWork)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
