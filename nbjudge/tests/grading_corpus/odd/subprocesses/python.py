# Starts another Python.

# %% label
import subprocess
import sys

done = subprocess.run([sys.executable, "-c", "print('seven')"], capture_output=True, text=True)
label = done.stdout.strip()
