# Answers for how a cell ran with outputs whose every part is something else.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

odd = [np.arange(3), 10**5000, {}, [[]], b"x", np.datetime64("NaT"), "\ud800", float("nan"), None]
kinds = ["stream", "error", "display_data", "execute_result", *odd]


def run(source, number):
    original(source, number)
    outputs = [
        {"output_type": kind, "text": part, "ename": part, "evalue": part, "traceback": part}
        for kind in kinds
        for part in odd
    ]
    outputs += [{"output_type": kind, "data": part} for kind in kinds for part in odd]
    outputs += [
        {"output_type": "display_data", "data": {"text/plain": part, "image/png": part}}
        for part in odd
    ]
    return {"outputs": outputs, "error": None}


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
original = student.run
student.operations["run"] = run


def square(x):
    return x
