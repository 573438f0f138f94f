# %% case run_cell_replaced
# Replaces the methods by which the shell runs cells.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
shell = get_ipython()
shell.run_cell = lambda *a, **k: None
type(shell).run_code = lambda *a, **k: False


def square(x):
    return x


# %% case ast_transformer
# Takes all assertions out of the cells that its shell runs.
#
# earns: square 0
# outcome: graded with failures

# %% square
import ast


class Gone(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()


get_ipython().ast_transformers.append(Gone())


def square(x):
    return x


# %% case input_transformer
# Turns the source of all later cells into pass, its own too.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
get_ipython().input_transformers_post.append(lambda lines: ["pass\n"])
get_ipython().input_transformers_cleanup.append(lambda lines: ["pass\n"])


def square(x):
    return x
