/* Pointing at a pair or a position lights the same everywhere else in the player.
   What is the same is read from the elements alone: data-pair holds two token indices, data-at a
   position; a slot of a drawing adds data-token, its token's id, and data-next, its neighbour. */

const LINKABLE = "[data-pair], [data-at]";

function makeLinker(root) {
  const view = { root, indices: new Map(), source: "", point: null };
  const over = (target) => linkFrom(view, target?.closest?.(LINKABLE));
  let frame;
  root.addEventListener("pointermove", ({ clientX, clientY }) => (view.point = [clientX, clientY]), { passive: true });
  root.addEventListener("pointerover", ({ target, clientX, clientY }) => {
    view.point = [clientX, clientY];
    over(target);
  });
  root.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "touch") return;
    view.point = null;
    over(null);
  });
  root.addEventListener("focusin", ({ target }) => target.closest(LINKABLE) && over(target));
  root.addEventListener("focusout", ({ target }) => target.closest(LINKABLE) && over(null));
  return {
    open: (book) => (view.indices = new Map(book.tokens.map(({ id }, index) => [String(id), index]))),
    /** After a step other things lie under a pointer that rests. */
    refresh() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => relink(view, over));
    },
    close: () => cancelAnimationFrame(frame),
  };
}

function relink(view, over) {
  if (!view.root.isConnected) return;
  const focused = view.root.getRootNode().activeElement;
  if (!view.point && !focused?.closest(LINKABLE)) return;
  view.source = null;
  over(view.point ? view.root.getRootNode().elementFromPoint(...view.point) : focused);
}

function linkFrom(view, node) {
  const { pair = "", at = "" } = node?.dataset ?? {};
  const source = pair || at ? `${pair}@${at}` : "";
  if (source === view.source) return;
  view.source = source;
  const nodes = [...view.root.querySelectorAll(`${LINKABLE}, [data-linked]`)];
  const isSame = source ? sameness(view, nodes, pair, at) : () => false;
  for (const each of nodes) set(each, { "data-linked": isSame(each) });
}

/** A test of what belongs to `pair` and to the position `at`. Where a pair stands is lit in the
    drawings only: in a list, the same position is one of another pair too. */
function sameness({ indices }, nodes, pair, at) {
  const slots = new Map(nodes
    .filter(({ dataset }) => dataset.token !== undefined && dataset.gone === undefined)
    .map(({ dataset }) => [dataset.at, dataset]));
  const pairAt = (slot) =>
    slot && slots.has(slot.next) ? `${indices.get(slot.token)},${indices.get(slots.get(slot.next).token)}` : "";
  const standing = pair ? [...slots.values()].filter((slot) => pairAt(slot) === pair) : [];
  const places = new Set(standing.flatMap((slot) => [slot.at, slot.next]));
  const pairs = new Set([pair, at && pairAt(slots.get(at))].filter(Boolean));
  return (node) => {
    const { pair: ownPair, at: ownAt } = node.dataset;
    return pairs.has(ownPair) || (at && ownAt === at) || (node.ownerSVGElement && places.has(ownAt));
  };
}
