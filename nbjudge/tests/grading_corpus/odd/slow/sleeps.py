# Sleeps before it answers, and not for long.

# %% label
import time

time.sleep(0.3)
label = "seven"
