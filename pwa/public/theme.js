// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because the page allows no inline script.
(() => {
  try {
    const theme = localStorage.getItem('kitroom.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; the device's theme then decides.
  }
})();
