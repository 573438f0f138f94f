/* In place of the theme's script of this name, which draws each icon as SVG: 540 kB for twelve icons
   that the theme's stylesheet has as a typeface of 156 kB, loaded anyway. */
