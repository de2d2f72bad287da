/** The theme's colours and fonts for Redoc, which computes shades from them and so cannot take CSS variables. */
export function redocTheme(theme: "light" | "dark") {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  const [paper, ink, soft, line, accent, card, sunken] = ["paper", "ink", "soft", "line", "accent", "card", "sunken"].map(color);
  const [removed, inserted, caution, onAccent] = ["removed", "inserted", "caution", "on-accent"].map(color);
  const fontFamily = getComputedStyle(document.body).fontFamily;
  // Redoc's colours for code are made for a dark panel.
  const panel = theme === "dark" ? { backgroundColor: sunken, textColor: ink } : { backgroundColor: ink, textColor: paper };
  const reply = (main: string | undefined) => ({ color: main, backgroundColor: sunken, tabTextColor: panel.textColor });
  const active = { activeBackgroundColor: sunken, activeTextColor: accent, textTransform: "none" };
  return {
    colors: {
      primary: { main: accent, contrastText: onAccent },
      success: { main: inserted },
      warning: { main: caution },
      error: { main: removed },
      text: { primary: ink, secondary: soft },
      border: { dark: line, light: line },
      gray: { 50: sunken, 100: sunken },
      responses: { success: reply(inserted), error: reply(removed), info: reply(soft), redirect: reply(soft) },
    },
    schema: {
      linesColor: line,
      typeNameColor: soft,
      typeTitleColor: soft,
      requireLabelColor: removed,
      nestedBackground: card,
      arrow: { color: soft },
    },
    typography: {
      fontFamily,
      fontSize: "14px",
      headings: { fontFamily, fontWeight: "620" },
      code: { fontFamily: "ui-monospace, monospace", color: ink, backgroundColor: sunken },
      links: { color: accent, visited: accent, hover: accent },
    },
    sidebar: {
      backgroundColor: card,
      textColor: ink,
      activeTextColor: accent,
      groupItems: active,
      level1Items: active,
      arrow: { color: soft },
    },
    rightPanel: { ...panel, servers: { overlay: { backgroundColor: card, textColor: ink }, url: { backgroundColor: sunken } } },
    fab: { backgroundColor: card, color: accent },
  };
}
