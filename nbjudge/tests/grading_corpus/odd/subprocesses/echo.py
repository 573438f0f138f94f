# Starts another program.

# %% label
import subprocess

label = subprocess.run(["echo", "seven"], capture_output=True, text=True).stdout.strip()
