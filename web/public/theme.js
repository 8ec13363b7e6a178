// Before the first paint: the theme the reader chose, if any. The rest of the page's script comes later, as a module.
try {
  const theme = JSON.parse(localStorage.getItem("kakomi") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is closed or holds something else: the system's theme it is
}
