/* The link to the present moment, as a page's address has it. */

const LONGEST_TYPED = 60;

/** Readers see it as a page, not presented.
    @param {string} address */
export function momentLink(address) {
  const [, before, query = "", hash = ""] = /** @type {RegExpMatchArray} */ (address.match(/^([^?#]*)(?:\?([^#]*))?(#.*)?$/));
  const kept = query.split("&").filter((pair) => pair && !/^mode(=|$)/.test(pair)).join("&");
  return before + (kept ? `?${kept}` : "") + hash;
}

/** Whether only this very computer has the address: a phone that asked for it would ask itself.
    @param {string} hostname */
export const isOwnAddress = (hostname) => /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);

/** What one can type: all of a short link, else where its page is.
    @param {string} link */
export function typedAddress(link) {
  const short = link.replace(/^https?:\/\//, "");
  return short.length <= LONGEST_TYPED ? short : short.replace(/[?#].*$/, "");
}
