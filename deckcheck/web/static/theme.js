// Set before anything is painted: that scripts run, and the theme that was chosen here, else the system's.
document.documentElement.classList.add("scripted");
const theme = localStorage.getItem("deckcheck-theme");
if (theme) document.documentElement.dataset.theme = theme;
