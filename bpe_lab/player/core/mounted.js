/* What a page mounts in an element: one object, from the first mount to the end of the last. */

const decoder = new TextDecoder();

/** @param {any} sent  as JSON, where a page has written it */
export const read = (sent) => (sent instanceof Uint8Array ? JSON.parse(decoder.decode(sent)) : sent);

/** The function that a page calls with data for an element, and again with each new data for it.
    @template {{open(data: any): void, close(): void}} T
    @param {(page: any, data: any) => T} make
    @param {(one: T, page: any) => void} [connect]  tells it what it may ask of the page
    @returns {(page: any) => () => void} */
export function mounting(make, connect = () => {}) {
  const standing = new WeakMap();
  return (page) => {
    const { parentElement: element } = page;
    const data = page.data && read(page.data);
    const mount = { one: standing.get(element)?.one ?? make(page, data) };
    standing.set(element, mount);
    connect(mount.one, page);
    if (data) mount.one.open(data);
    return () => {
      // subtle: where data changes while the module is on its way, Streamlit mounts twice and then
      // ends the first mount. What stands is the second's by now.
      if (standing.get(element) !== mount) return;
      mount.one.close();
      standing.delete(element);
    };
  };
}
