"""What is added to pages, most of it in one pass over those that a build wrote: `pages`.

What was looked at that does similar things, and why each is not used:

- `pages`: Sphinx's `-a` writes all pages at each build, without it none but those that are read
- `search`: pagefind (atsphinx-pagefind) fetches its index, which no browser does from disk;
  sphinxcontrib-lunrsearch knows names alone, and is not kept; of Sphinx's own, the stemmer and the
  stop words are used, but its marks change the page, formulas too
- previews, in `pages` and `head`: Bootstrap's Popover, which the theme loads anyway, places them;
  sphinx-hoverxref is deprecated and asked Read the Docs' server; sphinx-tippy and TeachBooks' copy
  fetch tippy.js, of 2021, from a network, which knows no Escape and lets a tap open a tip
- `mathml`: latex2mathml is used; Sphinx has renderers for scripts and for pictures, none for both
- `notebooks`: the theme's own download has MyST's roles and directives, which Jupyter shows as they
  stand; sphinx-tojupyter is a builder, so the book would be read twice, and lacks our directives
- `live_cells`: sphinx-thebe wants kernels from Binder, thebe-lite the root of the host;
  jupyterlite-sphinx opens a frame with another program, not the page's own cells
- `figures`: docutils' `image_loading: lazy` writes no size of a drawing, so pages would jump
- `highlighting`: no option of Pygments' formatter leaves out elements of no style
- `head`: the theme offers no typefaces to preload, nor to leave Thebe out; its button for issues
  knows GitHub's and GitLab's, no other and no mail
"""
