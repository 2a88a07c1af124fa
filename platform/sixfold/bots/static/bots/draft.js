// The submit page: a source that could not be sent because nobody was logged in any more comes back
// after the log-in.

const KEY = "sixfold-draft";
const source = document.getElementById("id_source");

if (!source.value && document.referrer.includes("/accounts/login/")) {
  source.value = sessionStorage.getItem(KEY) ?? "";
}
source.form.addEventListener("submit", () => sessionStorage.setItem(KEY, source.value));
