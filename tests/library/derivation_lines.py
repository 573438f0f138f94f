"""Derivations as people write them: right ones, and mistakes in them, by the line they are in."""

G17 = "sum(w*exp(-alpha*y*f/2))"
Z17 = "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)"
G18 = "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0"
Z18 = "alpha == log((W - W_mis)/W_mis)"
Z21 = "1 - 2*one(f != y)"
G22 = "w*exp(-alpha*y*f/2)"
Z22 = "exp(-alpha/2)*w*exp(alpha*one(f != y))"
GW = "sum(g + h*w) + reg_lambda*w == 0"
ZW = "w == -sum(g)/(sum(h) + reg_lambda)"
GS = "G*w + H*w**2/2 + reg_lambda*w**2/2"
ZS = "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))"
WHOLE = "(G_L + G_R)**2/(2*(H_L + H_R + reg_lambda))"
LEFT, RIGHT = "G_L**2/(2*(H_L + reg_lambda))", "G_R**2/(2*(H_R + reg_lambda))"
G10 = f"-{WHOLE} + gamma - (2*gamma - {LEFT} - {RIGHT})"
BRACKET = (
    "(G_L**2/(H_L + reg_lambda) + G_R**2/(H_R + reg_lambda)"
    " - (G_L + G_R)**2/(H_L + H_R + reg_lambda))"
)
Z10 = f"{BRACKET}/2 - gamma"

# label, the lines, and mistakes: a line's number, what stands there, and what is written instead
CHAINS = [
    (
        "adaboost.17",
        [
            G17,
            "sum(w*exp(-alpha*y*f/2), f == y) + sum(w*exp(-alpha*y*f/2), f != y)",
            "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
            "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
            "exp(-alpha/2)*(sum(w) - sum(w, f != y)) + exp(alpha/2)*sum(w, f != y)",
            Z17,
        ],
        [
            (2, "y*f/2), f != y", "y*f/2), f == y"),
            (3, "exp(alpha/2)", "exp(-alpha/2)"),
            (4, "exp(-alpha/2)", "exp(-alpha)"),
            (5, "sum(w) -", "sum(w) +"),
        ],
    ),
    (
        "adaboost.17",
        [
            G17,
            "sum(w*exp(-alpha*(1 - 2*one(f != y))/2))",
            "sum(w*exp(-alpha/2)*exp(alpha*one(f != y)))",
            "sum(w*exp(-alpha/2)*(1 + (exp(alpha) - 1)*one(f != y)))",
            "exp(-alpha/2)*sum(w) + exp(-alpha/2)*sum(w*(exp(alpha) - 1)*one(f != y))",
            "exp(-alpha/2)*sum(w) + exp(-alpha/2)*(exp(alpha) - 1)*sum(w*one(f != y))",
            "exp(-alpha/2)*sum(w) + (exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y))",
        ],
        [
            (2, "1 - 2*one", "1 - one"),
            (3, "exp(alpha*one", "exp(2*alpha*one"),
            (4, "(exp(alpha) - 1)", "exp(alpha)"),
            (6, "exp(alpha) - 1", "exp(alpha)"),
        ],
    ),
    (
        "adaboost.17",
        [
            G17,
            "sum(w*exp(-alpha/2)*one(f == y) + w*exp(alpha/2)*one(f != y))",
            "exp(-alpha/2)*sum(w*one(f == y)) + exp(alpha/2)*sum(w*one(f != y))",
            "exp(-alpha/2)*sum(w*(1 - one(f != y))) + exp(alpha/2)*sum(w*one(f != y))",
            "exp(-alpha/2)*(sum(w) - sum(w*one(f != y))) + exp(alpha/2)*sum(w*one(f != y))",
            Z17,
        ],
        [
            (2, "one(f == y)", "one(f != y)"),
            (3, "exp(alpha/2)*sum", "exp(alpha)*sum"),
            (4, "1 - one", "1 + one"),
            (5, "sum(w) -", "sum(1) -"),
        ],
    ),
    (
        "adaboost.17",
        [
            "sum(exp(-y*f*alpha/2)*w)",
            "sum(w/exp(alpha/2), y == f) + sum(w*exp(alpha/2), y != f)",
            "sum(w, y == f)/exp(alpha/2) + sum(w, y != f)*exp(alpha/2)",
            "exp(-alpha/2)*sum(w, y == f) + exp(-alpha/2)*sum(w, y != f)"
            " - exp(-alpha/2)*sum(w, y != f) + exp(alpha/2)*sum(w, y != f)",
            "exp(-alpha/2)*sum(w) + (exp(alpha/2) - exp(-alpha/2))*sum(w, y != f)",
            Z17,
        ],
        [
            (2, "w/exp", "w*exp"),
            (3, ", y != f)", ")"),
            (4, " - exp(-alpha/2)", " + exp(-alpha/2)"),
            (5, "exp(alpha/2) - ", "exp(alpha/2) + "),
        ],
    ),
    (
        "adaboost.17",
        [
            "sum(w*exp(-0.5*alpha*y*f))",
            "sum(w/sqrt(exp(alpha)), f == y) + sum(w*sqrt(exp(alpha)), f != y)",
            "sum(w, f == y)/sqrt(exp(alpha)) + sqrt(exp(alpha))*sum(w, f != y)",
            "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
            "exp(-alpha/2)*(sum(w) - sum(w*one(f != y))) + exp(alpha/2)*sum(w*one(f != y))",
            Z17,
        ],
        [(4, "exp(-alpha/2)", "exp(-alpha)"), (2, "w*sqrt(exp(alpha))", "w*exp(alpha)")],
    ),
    (
        "adaboost.17",
        [
            G17,
            "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
            "sum(w*exp(-alpha/2)) - sum(w*exp(-alpha/2), f != y) + sum(w*exp(alpha/2), f != y)",
            "sum(w*exp(-alpha/2)) + sum(w*(exp(alpha/2) - exp(-alpha/2)), f != y)",
            "exp(-alpha/2)*sum(w) + (exp(alpha/2) - exp(-alpha/2))*sum(w, f != y)",
            Z17,
        ],
        [(3, ") - sum", ") + sum"), (5, "*sum(w) +", "*sum(w, f == y) +")],
    ),
    (
        "adaboost.18",
        [G18, "(exp(alpha) + 1)*W_mis == W", "exp(alpha) == (W - W_mis)/W_mis", Z18],
        [(2, "exp(alpha) + 1", "exp(alpha) - 1"), (3, "W - W_mis", "W")],
    ),
    (
        "adaboost.18",
        [
            G18,
            "(exp(alpha/2) + exp(-alpha/2))*W_mis == exp(-alpha/2)*W",
            "exp(alpha/2)*W_mis == exp(-alpha/2)*(W - W_mis)",
            "log(W_mis) + alpha/2 == log(W - W_mis) - alpha/2",
            "alpha == log(W - W_mis) - log(W_mis)",
            Z18,
        ],
        [
            (2, "== exp(-alpha/2)*W", "== -exp(-alpha/2)*W"),
            (3, "W - W_mis", "W + W_mis"),
            (4, "W_mis) - alpha/2", "W_mis) + alpha"),
            (5, "alpha ==", "alpha/2 =="),
        ],
    ),
    (
        "adaboost.18",
        [
            G18,
            "exp(alpha/2)*W_mis/2 == exp(-alpha/2)/2*(W - W_mis)",
            "exp(alpha)*W_mis == W - W_mis",
            "alpha + log(W_mis) == log(W - W_mis)",
            Z18,
        ],
        [(2, "exp(-alpha/2)/2", "exp(-alpha/2)"), (4, "alpha +", "alpha -")],
    ),
    (
        "adaboost.18",
        [
            G18,
            "W_mis*exp(alpha) + W_mis - W == 0",
            "exp(-alpha) == W_mis/(W - W_mis)",
            "-alpha == log(W_mis/(W - W_mis))",
            Z18,
        ],
        [(3, "exp(-alpha)", "exp(alpha)"), (4, "-alpha", "alpha")],
    ),
    (
        "adaboost.18",
        [G18, "exp(alpha) == W/W_mis - 1", "alpha == log(W/W_mis - 1)", Z18],
        [(2, " - 1", " + 1"), (3, "W/W_mis - 1", "(W - 1)/W_mis")],
    ),
    (
        "adaboost.18",
        [
            G18,
            "sqrt(exp(alpha))*W_mis == (W - W_mis)/sqrt(exp(alpha))",
            "exp(alpha/2) == sqrt((W - W_mis)/W_mis)",
            "alpha/2 == log((W - W_mis)/W_mis)/2",
            Z18,
        ],
        [(3, "sqrt((W - W_mis)/W_mis)", "(W - W_mis)/W_mis"), (4, "alpha/2", "alpha")],
    ),
    (
        "adaboost.21",
        ["y*f", "one(f == y) - one(f != y)", "(1 - one(f != y)) - one(f != y)", Z21],
        [(2, " - one", " + one"), (3, "(1 - ", "(1 + ")],
    ),
    (
        "adaboost.21",
        ["f*y", "1 - (y - f)**2/2", "1 - 2*((y - f)/2)**2", Z21],
        [(2, "**2/2", "**2"), (3, "(y - f)/2", "y - f")],
    ),
    (
        "adaboost.21",
        ["y*f", "y*f*one(f == y) + y*f*one(f != y)", "one(f == y) - one(f != y)", Z21],
        [(2, "+ y*f", "- y*f")],
    ),
    ("adaboost.21", ["y*f", "1 - (1 - y*f)", "1 - 2*one(y != f)"], [(2, "1 - (1", "1 - (2")]),
    (
        "adaboost.21",
        [
            "y*f",
            "(one(f == y) - one(f != y))*(one(f == y) + one(f != y))",
            "one(f == y) - one(f != y)",
            Z21,
        ],
        [(2, "*(one(f == y) +", "*(one(f == y) -")],
    ),
    (
        "adaboost.22",
        [
            G22,
            "w*exp(-alpha*(1 - 2*one(f != y))/2)",
            "w*exp(-alpha/2 + alpha*one(f != y))",
            Z22,
        ],
        [(2, "1 - 2*one", "1 - one"), (3, "+ alpha", "- alpha")],
    ),
    (
        "adaboost.22",
        [
            G22,
            "w*exp(-alpha/2 + alpha/2 - alpha*y*f/2)",
            "w*exp(-alpha/2)*exp(alpha*(1 - y*f)/2)",
            Z22,
        ],
        [(2, "+ alpha/2", "+ alpha"), (3, "1 - y*f", "1 + y*f")],
    ),
    (
        "adaboost.22",
        [
            G22,
            "w*(exp(-alpha/2)*one(f == y) + exp(alpha/2)*one(f != y))",
            "w*exp(-alpha/2)*(one(f == y) + exp(alpha)*one(f != y))",
            Z22,
        ],
        [(2, "f == y", "f != y"), (3, "exp(alpha)", "exp(alpha/2)")],
    ),
    (
        "adaboost.22",
        [
            "w*exp(-0.5*y*alpha*f)",
            "w*exp(-0.5*alpha*(1 - 2*one(y != f)))",
            "w*exp(-0.5*alpha)*exp(alpha*one(y != f))",
        ],
        [(2, "0.5", "1.5")],
    ),
    (
        "xgboost.weight",
        [
            GW,
            "sum(g) + w*sum(h) + reg_lambda*w == 0",
            "(sum(h) + reg_lambda)*w == -sum(g)",
            ZW,
        ],
        [(2, "sum(g) +", "sum(g) -"), (3, "== -", "== ")],
    ),
    (
        "xgboost.weight",
        [
            GW,
            "sum(g) + sum(h*w) + reg_lambda*w == 0",
            "sum(g) + w*(sum(h) + reg_lambda) == 0",
            "sum(g)/(sum(h) + reg_lambda) + w == 0",
            "-w == sum(g)/(sum(h) + reg_lambda)",
            ZW,
        ],
        [(3, "sum(h) + reg_lambda", "sum(h) - reg_lambda"), (4, "(sum(h) + reg_lambda)", "sum(h)")],
    ),
    (
        "xgboost.weight",
        [
            GW,
            "sum(h*w) + reg_lambda*w == -sum(g)",
            "w*sum(h) + reg_lambda*w == -sum(g)",
            "w*(sum(h) + reg_lambda)/2 == -sum(g)/2",
            ZW,
        ],
        [(2, "-sum(g)", "sum(g)"), (4, "-sum(g)/2", "-sum(g)")],
    ),
    (
        "xgboost.score",
        [
            GS,
            "G*w + (H + reg_lambda)*w**2/2",
            "(H + reg_lambda)/2*(w**2 + 2*w*G/(H + reg_lambda))",
            "(H + reg_lambda)/2*((w + G/(H + reg_lambda))**2 - (G/(H + reg_lambda))**2)",
            ZS,
        ],
        [(2, "w**2/2", "w**2"), (3, "2*w*G", "w*G"), (4, "2 - (G", "2 + (G")],
    ),
    (
        "xgboost.score",
        [
            GS,
            "(H + reg_lambda)/2*w**2 + G*w",
            "(H + reg_lambda)/2*w**2 + G*w + G**2/(2*(H + reg_lambda)) - G**2/(2*(H + reg_lambda))",
            ZS,
        ],
        [(2, "G*w", "G"), (3, "- G**2/(2*", "- G**2/(")],
    ),
    (
        "xgboost.score",
        [
            GS,
            "w*(G + (H + reg_lambda)*w/2)",
            "(H + reg_lambda)/2*(w**2 + 2*w*G/(H + reg_lambda) + G**2/(H + reg_lambda)**2)"
            " - G**2/(2*(H + reg_lambda))",
            ZS,
        ],
        [(2, "w/2", "w"), (3, "+ G**2/(H + reg_lambda)**2", "+ G**2/(H + reg_lambda)")],
    ),
    (
        "xgboost.10",
        [
            G10,
            f"-{WHOLE} + gamma - 2*gamma + {LEFT} + {RIGHT}",
            f"{LEFT} + {RIGHT} - {WHOLE} - gamma",
            Z10,
        ],
        [(2, "- 2*gamma", "+ 2*gamma"), (3, "- gamma", "+ gamma")],
    ),
    (
        "xgboost.10",
        [G10, f"{BRACKET}/2 + gamma - 2*gamma", Z10],
        [(2, "/2 +", " +")],
    ),
    (
        "xgboost.10",
        [
            G10,
            f"{LEFT} + {RIGHT} - {WHOLE} - gamma",
            f"0.5*{BRACKET} - gamma",
        ],
        [(2, f"- {WHOLE}", f"+ {WHOLE}")],
    ),
]
