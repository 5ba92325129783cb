/* An address to the clipboard, or into a field to be copied by hand. */

/** To the clipboard where the browser lends it: it does not to a page over plain http.
    @param {string} address
    @param {HTMLInputElement} field
    @param {(key: string) => void} report */
export async function copyAddress(address, field, report) {
  field.hidden = true;
  try {
    await navigator.clipboard.writeText(address);
    report("player.copied");
  } catch {
    field.value = address;
    field.hidden = false;
    field.focus();
    field.select();
    report("player.copy_by_hand");
  }
}
