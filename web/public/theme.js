// Before the first paint: the stored skin, and the stored theme of somebody signed in or the system's where they chose
// that, else the hour. app/use-theme.ts goes on from here.
(function () {
  var read = function (key) {
    try {
      return JSON.parse(localStorage.getItem(key) || '{}') || {};
    } catch (_) {
      return {};
    }
  };
  var hour = new Date().getHours();
  var byHour = hour >= 19 || hour < 6 ? 'dark' : 'light';
  var kept = read('ui-storage');
  var bySystem = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var chosen = read('theme-source').followsSystem === true ? bySystem : kept.theme;
  var theme = read('session').token ? chosen : byHour;
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  document.documentElement.dataset.skin = typeof kept.themeSkin === 'string' ? kept.themeSkin : 'default';
})();
