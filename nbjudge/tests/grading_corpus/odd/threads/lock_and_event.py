# Waits for a thread of its own.

# %% total
import threading


def total(values):
    done, found = threading.Event(), []

    def work():
        found.append(float(sum(values)))
        done.set()

    threading.Thread(target=work).start()
    done.wait()
    return found[0]
