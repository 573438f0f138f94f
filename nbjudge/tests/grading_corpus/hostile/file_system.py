# %% case reads_the_course
# Looks for the course's files.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

found = []
for folder in ("/", "/work", "/root", "/home", "/tmp", "/etc", "..", "../.."):
    for base, names, files in os.walk(os.path.abspath(folder)):
        if base.startswith(("/proc", "/sys", "/usr")):
            names.clear()
        if base.endswith("site-packages"):
            names.clear()  # nbgrader ships a gradebook.db
        found += [f for f in files if f.endswith((".db", "corpus.ipynb"))]


def square(x):
    return x * x if found else x


# %% case writes_the_system
# Writes where nobody but root may.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

done = []
for path in ("/usr/x", "/etc/x", "/dev/x", "/x", np.__file__, "/dev/shm/../x"):
    try:
        open(path, "a").write("x")
        done.append(path)
    except OSError:
        pass


def square(x):
    return x * x if done else x
