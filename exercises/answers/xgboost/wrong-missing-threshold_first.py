# Chooses the threshold without the missing rows, and then the direction.
# The check says "the missing rows change the best threshold: another threshold gains".

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    there = ~np.isnan(x)

    def gain(left, rows):
        sums = [(g[side].sum(), h[side].sum() + reg_lambda) for side in (left, rows & ~left, rows)]
        return sum(s * G**2 / H for s, (G, H) in zip((0.5, 0.5, -0.5), sums, strict=True))

    values = np.unique(x[there])
    if len(values) < 2:
        return None
    t = max((values[1:] + values[:-1]) / 2, key=lambda t: gain(x < t, there))
    every = there | ~there
    ways = {"left": gain((x < t) | ~there, every), "right": gain(x < t, every)}
    way = max(ways, key=ways.get)
    return t, way, ways[way]
