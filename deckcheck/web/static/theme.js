// The theme that was chosen here, set before anything is painted; without one it is the system's.
const theme = localStorage.getItem("deckcheck-theme");
if (theme) document.documentElement.dataset.theme = theme;
