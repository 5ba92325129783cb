/* Generated from the modules in window/ and some of the player's: edit those, then run 'python -m scripts.javascript'. */

// bpe_lab/player/core/dom.js
var SVG_NAMESPACE = "http://www.w3.org/2000/svg";
var el = (tag, attributes, ...children) => grow(document.createElement(tag), attributes, children);
var svg = (tag, attributes, ...children) => grow(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
function grow(node, attributes, children) {
  set(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  return node;
}
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) node.removeAttribute(name);
    else write(node, name, value === true ? "" : String(value));
  }
  return node;
}
function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
var own = (object, key) => Object.hasOwn(object, key) ? object[key] : void 0;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// bpe_lab/player/core/focus.js
function focusIsAround(root) {
  const host = root.getRootNode().host ?? root;
  const focused = document.activeElement;
  return !focused || focused !== host && focused.contains(host);
}
var WAYS = "a, [aria-haspopup=menu][aria-expanded=false]";
var focusRests = (root) => focusIsAround(root) || Boolean(document.activeElement?.matches(WAYS));

// bpe_lab/player/core/motion.js
var lessMotion;
var isCalm = (still) => still || (lessMotion ??= matchMedia("(prefers-reduced-motion: reduce)")).matches;
var TIME = { page: 200, present: 450 };
var time = TIME.page;

// bpe_lab/player/chrome/hall.js
var SHOW_CODE = "bpe-lab:show-code";
var ADD_SCENE = "bpe-lab:add-scene";
var ADDING = "bpe-lab:adding";
var FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
var WALK = ".player:not([data-board], [data-lettered])";
var PAGE = "[data-testid=stMainBlockContainer]";
var QUESTION = ".asking-veil";
function openHall(presents, tools) {
  document.documentElement.dataset.hall = Object.keys(tools).join(" ");
  window.addEventListener("keydown", (event) => {
    const tool = own(tools, toolOf(event) ?? "");
    const path = event.composedPath();
    const [target] = (
      /** @type {Element[]} */
      path
    );
    if (!tool || event.defaultPrevented || event.repeat || target.matches?.(FIELDS)) return;
    const isInWalk = path.some((node) => (
      /** @type {Element} */
      node.matches?.(WALK)
    ));
    if (presents() || isInWalk || tool === tools.add && addsFromHere()) tool.down();
  });
  window.addEventListener("keyup", (event) => own(tools, toolOf(event) ?? "")?.up?.());
}
function addsFromHere() {
  const page = document.querySelector(PAGE);
  return Boolean(page) && focusRests(page) && !document.querySelector(QUESTION);
}
var TOOLS = /* @__PURE__ */ new Map([[".", "blank"], ["。", "blank"], ["．", "blank"], ["b", "blank"], ["l", "laser"], ["s", "code"], ["a", "add"]]);
function toolOf({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return ctrlKey || metaKey || altKey || isComposing ? void 0 : TOOLS.get(key.toLowerCase());
}
var keyOf = (tool) => (key) => TOOLS.get(key) === tool;
var LESSON = /* @__PURE__ */ new Map([["r", "answer"], ["o", "notes"], ["Shift+PageDown", "next"], ["Shift+PageUp", "back"]]);
function lessonActOf({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing) return void 0;
  return LESSON.get(shiftKey ? `Shift+${key}` : key.toLowerCase());
}
var BEYOND = "bpe-lab:beyond";
var STEPPED = "bpe-lab:stepped";
var COVERED = "bpe-lab:covered";
var isCovered = false;
function tell(covered) {
  isCovered = covered;
  window.dispatchEvent(new CustomEvent(COVERED, { detail: covered }));
}
function makeCover(node, closes, gone) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopImmediatePropagation();
    if (event.key !== "Escape" && !closes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (!event.repeat) close();
  }
  function close() {
    if (!node.isConnected) return;
    window.removeEventListener("keydown", onKey, true);
    node.close();
    node.remove();
    gone?.();
    tell(false);
  }
  node.addEventListener("close", () => node.open || close());
  return {
    close,
    open() {
      if (isCovered) return;
      tell(true);
      document.body.append(node);
      node.showModal();
      window.addEventListener("keydown", onKey, true);
    }
  };
}
var BLACK = "position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:0;border:0;outline:0;background:#000;cursor:none";
function makeBlank(words, closes) {
  const { style } = document.documentElement;
  const node = (
    /** @type {HTMLDialogElement} */
    el("dialog", { class: "hall-blank", style: BLACK, tabindex: -1 })
  );
  const cover = makeCover(node, closes, () => style.removeProperty("scrollbar-color"));
  node.addEventListener("click", cover.close);
  return {
    down() {
      node.ariaLabel = words();
      cover.open();
      style.setProperty("scrollbar-color", "#000 #000");
      node.focus();
    }
  };
}
var LAYER = "position:fixed;inset:0;width:auto;height:auto;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none";
var SPOT = "position:absolute;top:-.6rem;left:-.6rem;width:1.2rem;height:1.2rem;border-radius:50%;background:#f00;box-shadow:0 0 0 .12rem #fff,0 0 0 .2rem #000,0 0 1rem .5rem rgb(255 0 0/.55);will-change:translate;";
var TRAIL = [60, 120, 180];
var trailing = (delay, index) => el("div", { style: `${SPOT}box-shadow:none;opacity:${0.45 - index * 0.12};transition:translate ${delay}ms linear` });
function makeLaser() {
  const spot = el("div", { style: SPOT });
  const trail = TRAIL.map(trailing).reverse();
  const layer = el("div", { class: "hall-laser", style: LAYER, popover: "manual", "aria-hidden": "true" }, trail, spot);
  let point = null;
  function draw() {
    if (!layer.isConnected || !point) return;
    const [x2, y2] = point;
    for (const each of [...trail, spot]) each.style.translate = `${x2}px ${y2}px`;
    if (!layer.matches(":popover-open")) layer.showPopover();
  }
  function off() {
    layer.remove();
  }
  window.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    point = [clientX, clientY];
    draw();
  }, { passive: true, capture: true });
  window.addEventListener("blur", off);
  return {
    down() {
      for (const each of trail) each.hidden = isCalm(false);
      document.body.append(layer);
      draw();
    },
    up: off
  };
}

// ui/hall/window/adding.js
var BUTTON = ".st-key-add_scene button";
function openAdding() {
  document.addEventListener("click", (event) => {
    const adding = new Event(ADDING, { cancelable: true });
    if (!/** @type {Element} */
    event.target.closest(BUTTON) || window.dispatchEvent(adding)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  return { down: () => (
    /** @type {HTMLElement | null} */
    document.querySelector(BUTTON)?.click()
  ) };
}

// ui/hall/window/chosen-list.js
var CHOICE = "[data-testid=stSelectboxVirtualDropdown] [role=option]";
function letGoOfChosenLists() {
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 || !/** @type {Element} */
    target.closest(CHOICE)) return;
    setTimeout(() => (
      /** @type {HTMLElement} */
      document.activeElement?.blur()
    ));
  }, true);
}

// node_modules/lean-qr/index.mjs
var t = [0.2, 3 / 8, 5 / 9, 2 / 3];
var o = (o2, e) => (r2) => {
  const n2 = 4 * o2 + r2 - 4, s2 = "*-04-39?2$%%$%%'$%''%'''%')(%'))%(++'(++'(+.'+-.',/3',33)-/5)-43).36)058*18<+37<+4:<,4:E,5<A-7>C/8@F/:EH/<EK0=FM1?IP2@KS3BNV4DPY5FS\\6HV_6IXb7K[e8N^i9Pam;Rdp<Tgt".charCodeAt(n2) - 35, f2 = n2 > 8 ? s2 : 1, c2 = e / f2 | 0, i2 = e % f2, l2 = f2 - i2, a2 = n2 > 8 ? c2 * t[r2] + (o2 > 5) & -2 : s2, _2 = c2 - a2;
  return { t: l2 * _2 + i2 * _2 + i2, o: [[l2, _2], [i2, _2 + 1]], i: a2 };
};
var r = (t2) => new Uint8Array(t2);
var n = (t2) => {
  const o2 = new Error(`lean-qr error ${t2}`);
  throw o2.code = t2, o2;
};
var s = (t2) => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".indexOf(t2);
var f = (t2) => t2.charCodeAt(0);
var c = (...t2) => (o2, e) => t2.forEach((t3) => t3(o2, e));
var i = (t2) => (o2) => {
  o2.eci !== t2 && (o2.push(7, 4), t2 < 128 ? o2.push(t2, 8) : t2 < 16384 ? o2.push(32768 | t2, 16) : o2.push(12582912 | t2, 24), o2.eci = t2);
};
var l = (t2) => (o2, e) => {
  o2.push(4, 4), o2.push(t2.length, 8 + 8 * (e > 9)), t2.forEach((t3) => o2.push(t3, 8));
};
var a = (t2, o2, e, r2, n2 = (t3, o3) => e(t3.length, o3), s2 = r2 ? (o3) => c(i(r2), t2(o3)) : t2) => (s2.test = o2, s2.l = e, s2.est = n2, s2.eci = r2 && [r2], s2);
var _ = a((t2) => (o2, e) => {
  o2.push(1, 4), o2.push(t2.length, 10 + 2 * (e > 26) + 2 * (e > 9));
  let r2 = 0;
  for (; r2 < t2.length - 2; r2 += 3) o2.push(+t2.slice(r2, r2 + 3), 10);
  r2 < t2.length - 1 ? o2.push(+t2.slice(r2), 7) : r2 < t2.length && o2.push(+t2[r2], 4);
}, (t2) => /[0-9]/.test(t2), (t2, o2) => 14 + 2 * (o2 > 26) + 2 * (o2 > 9) + 10 * t2 / 3);
var u = a((t2) => (o2, e) => {
  o2.push(2, 4), o2.push(t2.length, 9 + 2 * (e > 26) + 2 * (e > 9));
  let r2 = 0;
  for (; r2 < t2.length - 1; r2 += 2) o2.push(45 * s(t2[r2]) + s(t2[r2 + 1]), 11);
  r2 < t2.length && o2.push(s(t2[r2]), 6);
}, (t2) => s(t2) >= 0, (t2, o2) => 13 + 2 * (o2 > 26) + 2 * (o2 > 9) + 5.5 * t2);
var d = a((t2) => l([...t2].map(f)), (t2) => f(t2) < 128, (t2, o2) => 12 + 8 * (o2 > 9) + 8 * t2);
d._ = true, d.u = true;
var p = a(d, (t2) => f(t2) < 256, d.l, 3);
p._ = true;
var m = new TextEncoder();
var h = a((t2) => l(m.encode(t2)), () => 1, 0, 26, (t2, o2) => 12 + 8 * (o2 > 9) + 8 * m.encode(t2).length);
h._ = true;
var w = () => {
  const t2 = /* @__PURE__ */ new Map(), o2 = new TextDecoder("sjis"), e = r(2);
  for (let r2 = 0; r2 < 7973; ++r2) e[0] = r2 / 192 + 129 + 64 * (r2 > 5951), e[1] = r2 % 192 + 64, t2.set(o2.decode(e), r2);
  return t2.delete("�"), w = () => t2, t2;
};
var y = a((t2) => (o2, e) => {
  o2.push(8, 4), o2.push(t2.length, 8 + 2 * (e > 26) + 2 * (e > 9));
  for (const e2 of t2) o2.push(w().get(e2), 13);
}, (t2) => w().has(t2), (t2, o2) => 12 + 2 * (o2 > 26) + 2 * (o2 > 9) + 13 * t2);
y._ = true;
var g = [_, u, d, p, y, h];
var b = { auto: (t2, { modes: o2 = g } = {}) => (e, r2) => {
  const s2 = o2.map((o3, e2) => {
    const n2 = /* @__PURE__ */ new Map(), s3 = (t3, o4) => (n2.has(t3) || n2.set(t3, o4(t3, r2)), n2.get(t3));
    return { m: o3, h: 1 << e2, C: o3.est("", r2), S: o3.l ? (t3, e3) => s3(e3 - t3, o3.l) : (e3, r3) => s3(t2.slice(e3, r3), o3.est) };
  });
  let f2 = [{ v: 0 }], c2 = 0, i2 = 0, l2 = -1;
  for (const o3 of [...t2, ""]) {
    let t3 = 0;
    if (o3) for (const e2 of s2) e2.m.test(o3) && (t3 |= e2.h);
    if (!o3 || t3 !== l2) {
      if (-1 !== l2) {
        const t4 = new Set(f2.map((t5) => t5.D)), o4 = [];
        for (const { m: e2, C: r3, S: n2, h: a3 } of s2) if (l2 & a3) {
          const s3 = n2(c2, i2);
          for (const l3 of e2.eci ?? t4) if (!e2.u || !l3) {
            let t5;
            for (const o5 of f2) if (o5.D === l3 || e2.eci) {
              const f3 = o5.m === e2 && o5.D === l3, a4 = f3 ? o5.V : o5, _2 = e2._ && f3 ? o5.v + s3 - r3 : a4.v + 12 * (a4.D !== l3) + (f3 ? n2(f3 ? o5.$ : c2, i2) : s3);
              (!t5 || _2 < t5.v) && (t5 = { $: f3 ? o5.$ : c2, V: a4, m: e2, D: l3, A: i2, v: _2 });
            }
            t5 && o4.push(t5);
          }
        }
        f2 = o4;
      }
      l2 = t3, c2 = i2;
    }
    i2 += o3.length;
  }
  f2.length || n(5);
  const a2 = [];
  for (let o3 = f2.reduce((t3, o4) => o4.v < t3.v ? o4 : t3); o3.m; o3 = o3.V) a2.push(o3.m(t2.slice(o3.$, o3.A)));
  a2.reverse().forEach((t3) => t3(e, r2));
}, multi: c, eci: i, bytes: l, numeric: _, alphaNumeric: u, ascii: d, iso8859_1: p, shift_jis: y, utf8: h };
var C = () => ({ F: r(2956), I: 0, push(t2, o2) {
  for (let e = o2, r2 = 8 - (7 & this.I); e > 0; e -= r2, r2 = 8) this.F[this.I >> 3] |= t2 << r2 >> e, this.I += e < r2 ? e : r2;
} });
var x = (t2, o2 = t2 * t2, e = r(o2)) => ({ size: t2, K: e, get: (o3, r2) => o3 >= 0 && o3 < t2 && !!(1 & e[r2 * t2 + o3]), toString({ on: o3 = "##", off: e2 = "  ", lf: r2 = "\n", pad: n2 = 4, padX: s2 = n2, padY: f2 = n2 } = {}) {
  let c2 = "";
  for (let n3 = -f2; n3 < t2 + f2; ++n3) {
    for (let r3 = -s2; r3 < t2 + s2; ++r3) c2 += this.get(r3, n3) ? o3 : e2;
    c2 += r2;
  }
  return c2;
}, toImageData(o3, { on: e2 = [0, 0, 0], off: r2 = [0, 0, 0, 0], pad: n2 = 4, padX: s2 = n2, padY: f2 = n2 } = {}) {
  const c2 = t2 + 2 * s2, i2 = t2 + 2 * f2, l2 = o3.createImageData(c2, i2), a2 = new Uint32Array(l2.data.buffer);
  l2.data.set([...e2, 255]);
  const _2 = a2[0];
  l2.data.set([...r2, 255]);
  const u2 = a2[0];
  for (let t3 = 0; t3 < i2; ++t3) for (let o4 = 0; o4 < c2; ++o4) a2[t3 * c2 + o4] = this.get(o4 - s2, t3 - f2) ? _2 : u2;
  return l2;
}, toCanvas(t3, o3) {
  const e2 = t3.getContext("2d"), r2 = this.toImageData(e2, o3);
  t3.width = r2.width, t3.height = r2.height, e2.putImageData(r2, 0, 0);
}, toDataURL({ type: t3 = "image/png", scale: o3 = 1, ...e2 } = {}) {
  const r2 = document.createElement("canvas"), n2 = r2.getContext("2d"), s2 = this.toImageData(n2, e2);
  return r2.width = s2.width * o3, r2.height = s2.height * o3, n2.putImageData(s2, 0, 0), n2.imageSmoothingEnabled = false, n2.globalCompositeOperation = "copy", n2.drawImage(r2, 0, 0, s2.width, s2.height, 0, 0, r2.width, r2.height), r2.toDataURL(t3, 1);
} });
var z = [(t2, o2) => 1 & (t2 ^ o2), (t2, o2) => 1 & o2, (t2) => t2 % 3, (t2, o2) => (t2 + o2) % 3, (t2, o2) => 1 & (t2 / 3 ^ o2 >> 1), (t2, o2) => (t2 & o2 & 1) + t2 * o2 % 3, (t2, o2) => (t2 & o2) + t2 * o2 % 3 & 1, (t2, o2) => (t2 ^ o2) + t2 * o2 % 3 & 1];
var E = r(511);
for (let t2 = 0, o2 = 1; t2 < 255; o2 = 2 * o2 ^ 285 * (o2 > 127)) E[E[o2 + 255] = t2++] = o2;
var M = (t2) => E[t2 % 255];
var S = (t2) => E[t2 + 255];
var v = (t2, o2) => {
  const e = r(t2.length + o2.length - 1);
  for (let r2 = 0; r2 < t2.length; ++r2) for (let n2 = 0; n2 < o2.length; ++n2) e[r2 + n2] ^= M(t2[r2] + o2[n2]);
  return e.map(S);
};
var D = (t2, o2) => {
  const e = r(t2.length + o2.length - 1);
  e.set(t2, 0);
  for (let r2 = 0; r2 < t2.length; ++r2) if (e[r2]) {
    const t3 = S(e[r2]);
    for (let n2 = 0; n2 < o2.length; ++n2) e[r2 + n2] ^= M(o2[n2] + t3);
  }
  return e.slice(t2.length);
};
var L = [[0], [0, 0]];
for (let t2 = 1; t2 < 30; ++t2) L.push(v(L[t2], [0, t2]));
var V = (t2, o2) => {
  const e = [[], []];
  let n2 = 0, s2 = 0;
  for (const [r2, f3] of o2.o) for (let c2 = 0; c2 < r2; ++c2, n2 += f3) {
    const r3 = t2.slice(n2, n2 + f3);
    e[0].push(r3), e[1].push(D(r3, L[o2.i])), s2 += f3 + o2.i;
  }
  const f2 = r(s2);
  s2 = 0;
  for (const t3 of e) for (let o3 = 0, e2 = -1; e2 < s2; ++o3) {
    e2 = s2;
    for (const e3 of t3) o3 < e3.length && (f2[s2++] = e3[o3]);
  }
  return f2;
};
var $ = (t2, o2, e) => {
  let r2 = t2 <<= e;
  for (let t3 = 134217728; t3 >>= 1; ) r2 & t3 && (r2 ^= o2 * (t3 >> e));
  return r2 | t2;
};
var A = ({ size: t2, K: o2 }, e) => {
  const r2 = (e2, r3, n3, s3) => {
    for (; n3-- > 0; e2 += t2) o2.fill(s3, e2, e2 + r3);
  }, n2 = (o3, e2, n3) => {
    for (let s3 = 0; s3++ < 3; n3 -= 2) r2(e2 * t2 + o3 - (n3 >> 1) * (t2 + 1), n3, n3, 2 | s3);
  }, s2 = 2 * ((t2 - 13) / (1 + (e / 7 | 0)) / 2 + 0.75 | 0);
  if (e > 1) for (let o3 = t2 - 7; o3 > 8; o3 -= s2) {
    for (let t3 = o3; t3 > 8; t3 -= s2) n2(o3, t3, 5);
    o3 < t2 - 7 && n2(o3, 6, 5);
  }
  if (e > 6) for (let r3 = $(e, 7973, 12), n3 = 1; n3 < 7; ++n3) for (let e2 = 12; e2-- > 9; r3 >>= 1) o2[n3 * t2 - e2] = 2 | 1 & r3;
  r2(7, 2, 9, 2), r2(t2 - 8, 8, 9, 2);
  for (let e2 = 0; e2 < t2; ++e2) o2[6 * t2 + e2] = 3 ^ 1 & e2;
  n2(3, 3, 7), n2(t2 - 4, 3, 7);
  for (let e2 = 0; e2 < t2; ++e2) for (let r3 = e2; r3 < t2; ++r3) o2[r3 * t2 + e2] = o2[e2 * t2 + r3];
  o2[(t2 - 8) * t2 + 8] = 3;
};
var F = ({ size: t2, K: o2 }) => {
  const e = [];
  for (let r2 = t2 - 2, n2 = t2, s2 = -1; r2 >= 0; r2 -= 2) {
    for (5 === r2 && (r2 = 4); n2 += s2, -1 !== n2 && n2 !== t2; ) {
      const s3 = n2 * t2 + r2;
      o2[s3 + 1] || e.push(s3 + 1), o2[s3] || e.push(s3);
    }
    s2 *= -1;
  }
  return e;
};
var H = ({ K: t2 }, o2, e) => o2.forEach((o3, r2) => t2[o3] = e[r2 >> 3] >> (7 & ~r2) & 1);
var I = ({ size: t2, K: o2 }, e, r2, n2) => {
  for (let r3 = 0; r3 < t2; ++r3) for (let n3 = 0; n3 < t2; ++n3) {
    const s3 = r3 * t2 + n3;
    o2[s3] ^= !(e(n3, r3) || 2 & o2[s3]);
  }
  let s2 = 21522 ^ $((1 ^ n2) << 3 | r2, 1335, 10);
  for (let e2 = 0; e2++ < 8; s2 >>= 1) o2[(e2 - (e2 < 7)) * t2 + 8] = 1 & s2, o2[9 * t2 - e2] = 1 & s2;
  for (let e2 = 8; --e2, s2; s2 >>= 1) o2[8 * t2 + e2 - (e2 < 7)] = 1 & s2, o2[(t2 - e2) * t2 + 8] = 1 & s2;
};
var K = ({ size: t2, K: o2 }, e = 0, r2 = 0) => {
  for (let n2 = 0; n2 < t2; ++n2) {
    for (let s2 = 0; s2 < 2; ++s2) for (let f2, c2 = 0, i2 = 0, l2 = 2; c2 < t2; ++c2) {
      const a2 = 1 & o2[s2 ? n2 * t2 + c2 : c2 * t2 + n2];
      r2 += a2, i2 = (i2 >> 1 | 2098176) & (3047517 ^ a2 - 1), 2049 & i2 && (e += 40), a2 ^ l2 && (f2 = 0), l2 = a2, e += 5 === ++f2 ? 3 : f2 > 5;
    }
    if (n2) for (let r3 = t2 + n2, s2 = 5 * o2[n2 - 1] ^ o2[n2]; r3 < t2 * t2; r3 += t2) {
      const t3 = 5 * o2[r3 - 1] ^ o2[r3];
      e += 3 * !(1 & (s2 | t3) | 4 & (s2 ^ t3)), s2 = t3;
    }
  }
  return e + 10 * (10 * Math.abs(r2 / (t2 * t2) - 1) | 0);
};
var N = [];
var P = (t2 = n(1), { minCorrectionLevel: e = 0, maxCorrectionLevel: r2 = 3, minVersion: s2 = 1, maxVersion: f2 = 40, mask: c2, trailer: i2 = 60433, ...l2 } = {}) => {
  r2 < e && n(3), f2 < s2 && n(2), "string" == typeof t2 && (t2 = b.auto(t2, l2));
  for (let n2 = s2, l3 = 0; n2 <= f2; ++n2) {
    let s3 = N[n2];
    s3 || (N[n2] = s3 = x(4 * n2 + 17), A(s3, n2), s3.p = F(s3));
    const f3 = o(n2, s3.p.length >> 3);
    if (8 * f3(e).t < l3) continue;
    const a2 = C();
    t2(a2, n2), l3 = a2.I;
    for (let t3 = r2; t3 >= e; --t3) {
      const o2 = f3(t3);
      if (8 * o2.t < l3) continue;
      for (a2.I = l3 + 11 & -8; a2.I < 8 * o2.t; ) a2.push(i2, 16);
      const e2 = x(s3.size, s3.K);
      return H(e2, s3.p, V(a2.F, o2)), (z[c2] ? [z[c2]] : z).map((o3, r3) => {
        const n3 = x(e2.size, e2.K);
        return I(n3, o3, c2 ?? r3, t3), n3.s = z[c2] ? 0 : K(n3), n3;
      }).reduce((t4, o3) => o3.s < t4.s ? o3 : t4);
    }
  }
  n(4);
};
P.with = (...t2) => (o2, e) => P(o2, { modes: [...g, ...t2], ...e });

// ui/hall/window/drawing.js
/*! lean-qr, Copyright (c) 2021-2025 David Evans, MIT License. Permission is hereby granted, free of charge, to any person obtaining a copy of this software
and associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above
copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
var MOST_BYTES = 2953;
var QUIET = 4;
function codeOf(text) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return void 0;
  const bitmap = P(text);
  return { modules: bitmap.size, side: bitmap.size + 2 * QUIET, path: pathOf(bitmap) };
}
function pathOf(bitmap) {
  let path = "";
  for (let y2 = 0; y2 < bitmap.size; y2++) {
    for (let x2 = 0; x2 < bitmap.size; x2++) {
      if (!bitmap.get(x2, y2)) continue;
      const first = x2;
      while (bitmap.get(x2, y2)) x2++;
      path += `M${first + QUIET} ${y2 + QUIET}h${x2 - first}v1H${first + QUIET}z`;
    }
  }
  return path;
}

// ui/hall/window/link.js
var LONGEST_TYPED = 60;
function momentLink(address) {
  const [, before, query = "", hash = ""] = (
    /** @type {RegExpMatchArray} */
    address.match(/^([^?#]*)(?:\?([^#]*))?(#.*)?$/)
  );
  const kept = query.split("&").filter((pair) => pair && !/^mode(=|$)/.test(pair)).join("&");
  return before + (kept ? `?${kept}` : "") + hash;
}
var isOwnAddress = (hostname) => /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);
function typedAddress(link) {
  const short = link.replace(/^https?:\/\//, "");
  return short.length <= LONGEST_TYPED ? short : short.replace(/[?#].*$/, "");
}

// bpe_lab/player/chrome/address.js
var WANTED = "bpe-lab:address-wanted";
async function copyAddress(address, field, report) {
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

// bpe_lab/player/core/book.js
var NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
var NEWLINES = /* @__PURE__ */ new Set(["\n", "⏎", "↵", "␊"]);
function openBook(recording, text, lang, present) {
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, ...splitMarks(text ?? {}), present: Boolean(present), format, plurals, numerals: /* @__PURE__ */ new Map(), spacing: spacingOf(text ?? {}) };
}
var tokenAt = (book, index) => book.tokens[index] ?? NO_TOKEN;
function numeral({ format, numerals }, number) {
  let words = numerals.get(number);
  if (words === void 0) numerals.set(number, words = format.format(number).replace("-", "−"));
  return words;
}
var template = (book, key) => String(own(book.text, key) ?? key);
var spelled = (book, index) => spelledOut(book, tokenAt(book, index));
var spelledOut = (book, token) => token.parts.map((part) => partName(book, part)).join("");
function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(String(text)) ? `[${template(book, "player.newline")}]` : isolated(text);
}
var RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
var isolated = (text) => RIGHT_TO_LEFT.test(text) ? `⁨${text}⁩` : String(text);
var PLACE = /\{(\w+)(?::([^}|]*\|[^}]*))?\}/;
var filled = (book, text, isMarked) => spaced(book.spacing, pieces(book, text, isMarked));
function* pieces(book, [key, values = {}], isMarked) {
  const parts = (isMarked && own(book.marked, key) || template(book, key)).split(PLACE);
  for (let index = 0; index < parts.length; index += 3) {
    const [piece, name, forms] = parts.slice(index);
    yield piece;
    if (name === void 0) return;
    const value = own(values, name);
    if (value === void 0) yield `{${name}}`;
    else if (Array.isArray(value?.text)) yield* pieces(book, value.text, isMarked);
    else yield atoms(book, value);
    if (forms !== void 0) yield ` ${noun(book, forms, value)}`;
  }
}
function noun({ plurals }, forms, value) {
  const parts = forms.split("|").map((form) => form.split("="));
  const [[one], [other]] = parts;
  const named = parts.every(({ length }) => length === 2) ? Object.fromEntries(parts) : { one, other };
  return own(named, typeof value === "number" ? plurals.select(value) : "other") ?? named.other;
}
function atoms(book, value) {
  if (typeof value === "number") return [numeral(book, value)];
  if (!isObject(value)) return [String(value)];
  if ("token" in value) return [{ token: value.token }];
  if ("pair" in value) return ["(", { token: value.pair[0] }, ", ", { token: value.pair[1] }, ")"];
  const join = value.join ?? "";
  return (value.tokens ?? []).flatMap((token, index) => index ? [join, { token }] : [{ token }]);
}
var textNodes = (book, text) => filled(book, text, true).flatMap((piece) => typeof piece === "string" ? termNodes(book, piece) : [el("b", {}, el("span", { dir: "ltr" }, inline(book, piece)))]);
function inline(book, piece) {
  const nodes = [];
  for (const atom of piece) {
    if (typeof atom !== "string") nodes.push(...glyphs(book, tokenAt(book, atom.token)));
    else if (atom.startsWith(",") && nodes.length) nodes.push(el("span", { class: "kept" }, nodes.pop(), el("bdi", {}, atom)));
    else nodes.push(el("bdi", {}, atom));
  }
  return nodes;
}
var plainText = (book, text) => Array.from(filled(book, text)).flat().map((atom) => atomName(book, atom)).join("");
var atomName = (book, atom) => typeof atom === "string" ? atom : spelled(book, atom.token);
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");
var unmarked = (words) => words.includes("[[") ? words.replaceAll(MARKS, "$2") : words;
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words]) => String(words).includes("[["));
  const read = marked.map(([key, words]) => [key, unmarked(words)]);
  return { text: { ...texts, ...Object.fromEntries(read) }, marked: Object.fromEntries(marked) };
}
function termNodes(book, words) {
  if (!words.includes("[[")) return [document.createTextNode(words)];
  const parts = words.split(MARK);
  const nodes = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [before, key, term] = parts.slice(index);
    if (before) nodes.push(document.createTextNode(before));
    if (key) nodes.push(own(book.text, `term.${key}.meaning`) ? button(key, term) : document.createTextNode(term));
  }
  return nodes;
}
var button = (key, words) => el("span", { class: "term", role: "button", tabindex: "0", "aria-expanded": "false", "data-term": key }, words);
function spacingOf(text) {
  const [wide, narrow, stops] = ["wide", "narrow", "stops"].map((name) => own(text, `player.spacing.${name}`));
  if (!wide) return null;
  return {
    none: new RegExp(`^(?:[${wide}${stops}][${wide}${stops}]|[${stops}].|.[${stops}])$`, "u"),
    one: new RegExp(`^(?:[${wide}][${narrow}]|[${narrow}%‰][${wide}])$`, "u")
  };
}
function spaced(spacing, pieces2) {
  const full = Array.from(pieces2).filter((piece) => piece.length);
  if (!spacing) return full;
  for (let index = 1; index < full.length; index += 1) {
    const joint = between(spacing, full[index - 1], full[index]);
    if (joint === null) continue;
    full[index - 1] = cut(full[index - 1], / +$/, "", joint);
    full[index] = cut(full[index], /^ +/, typeof full[index - 1] === "string" ? "" : joint, "");
  }
  return full;
}
function between({ none, one }, before, after) {
  const [left, right] = [lettersOf(before, -1).trimEnd(), lettersOf(after, 0).trimStart()];
  if (!left || !right) return null;
  const ends = Array.from(left).at(-1) + Array.from(right)[0];
  return none.test(ends) ? "" : one.test(ends) ? " " : null;
}
function lettersOf(piece, at) {
  const letters = typeof piece === "string" ? piece : piece.at(at);
  return typeof letters === "string" ? letters : "";
}
var cut = (piece, spaces, before, after) => typeof piece === "string" ? before + piece.replace(spaces, "") + after : piece;
var glyphs = (book, token) => token.parts.map((part) => glyph(book, part));
function glyph(book, part) {
  const [kind, text] = part;
  const attributes = { class: kind, role: "img", "aria-label": partName(book, part) };
  if (kind === "space") return el("i", attributes);
  if (kind === "name") return el("span", attributes, String(text));
  return kind === "hex" ? el("span", { class: kind }, String(text)) : el("bdi", {}, String(text));
}

// bpe_lab/player/core/theme.js
var pen;
function hexOf(colour) {
  pen ??= set(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return { hex, alpha: Math.round(alpha / 255 * 1e3) / 1e3, light: 0.2126 * red + 0.7152 * green + 0.0722 * blue };
}

// ui/hall/window/code.css
var code_default = '.hall-code {\n  --ground: #fff; --ink: #05090e; --edge: #b9c2cc; --alert: #b84a00;\n  position: fixed; inset: 0; width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; box-sizing: border-box;\n  margin: 0; padding: 1.5vmin; border: 0; outline: 0; overflow: auto; background: var(--ground); color: var(--ink); font-family: "Source Sans", system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;\n}\n.hall-code[data-dark] { --ground: #05080c; --ink: #fff; --edge: #4a5868; --alert: #f08a4b; }\n.hall-code[open] { display: grid; grid-template-columns: auto minmax(18rem, 1fr); align-items: center; justify-items: start; gap: 4vmin; }\n.hall-code:not(:has(.code))[open] { grid-template-columns: minmax(0, 60rem); justify-content: center; }\n.hall-code .code { display: block; width: min(97vmin, calc(100vw - 24rem)); height: auto; }\n.hall-code h2 { margin: 0; padding: 0; font-size: clamp(1.25rem, 4.4vmin, 4rem); font-weight: 650; line-height: 1.2; text-wrap: balance; color: inherit; font-family: inherit; }\n.hall-code p { margin: 2vmin 0 0; font-size: clamp(1rem, 2.6vmin, 2.5rem); line-height: 1.4; text-wrap: pretty; }\n.hall-code .address { font-size: clamp(1rem, 3.2vmin, 3rem); font-family: "Source Code Pro", monospace; font-weight: 600; overflow-wrap: anywhere; }\n.hall-code .note { padding-left: .8em; border-left: .25em solid var(--alert); }\n.hall-code .status:empty { display: none; }\n.hall-code button { cursor: pointer; border: 1px solid var(--edge); background: none; color: inherit; font: inherit; font-size: clamp(1rem, 2vmin, 2rem); }\n.hall-code :is(button, input):focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }\n.hall-code .copy { margin-top: 3vmin; padding: .5em 1em; border-radius: .5em; min-height: 2.75rem; }\n.hall-code .close { position: absolute; top: 1.5vmin; right: 1.5vmin; width: 2.75rem; height: 2.75rem; border-radius: 50%; border-color: transparent; }\n.hall-code input { display: block; box-sizing: border-box; width: 100%; margin-top: 2vmin; padding: .5em; border: 1px solid var(--edge); background: none; color: inherit; font: inherit; font-size: 1rem; }\n.hall-code input[hidden] { display: none; }\n@media (max-aspect-ratio: 5 / 4) {\n  .hall-code[open] { grid-template-columns: minmax(0, 1fr); justify-items: center; align-content: center; }\n  .hall-code .code { width: min(97vmin, 75vh); }\n  .hall-code .beside { width: 100%; box-sizing: border-box; padding: 0 1rem; }\n}\n';

// ui/hall/window/code.js
var DENSE = 65;
var CLICKED = ["pagedown", "pageup"];
function makeCode(bookNow, isItsKey) {
  const node = (
    /** @type {HTMLDialogElement} */
    el("dialog", { class: "hall-code", tabindex: -1, "aria-labelledby": "hall-code-title" })
  );
  const cover = makeCover(node, (key) => isItsKey(key) || CLICKED.includes(key));
  node.addEventListener("click", ({ target }) => target === node && cover.close());
  return {
    down() {
      window.dispatchEvent(new Event(WANTED));
      const book = bookNow();
      const link = momentLink(location.href);
      const close = el("button", { type: "button", class: "close", "aria-label": template(book, "player.close") }, "✕");
      close.addEventListener("click", cover.close);
      node.replaceChildren(el("style", {}, code_default), ...contents(book, link), close);
      set(node, { "data-dark": isDark() });
      cover.open();
      node.focus();
    }
  };
}
function drawCodes(bookNow) {
  for (
    const place of
    /** @type {NodeListOf<HTMLElement>} */
    document.querySelectorAll("[data-code-of]")
  ) {
    const link = new URL(place.dataset.codeOf ?? "", location.href).href;
    const { hostname } = new URL(link);
    const code = isOwnAddress(hostname) ? void 0 : codeOf(link);
    const note = noteOn(link, hostname, code);
    place.replaceChildren(...[
      code ? drawn(bookNow(), link, code) : null,
      el("p", { class: "address", dir: "ltr" }, typedAddress(link)),
      note ? el("p", { class: "note", role: "note" }, textNodes(bookNow(), note)) : null
    ].filter((part) => part !== null));
  }
}
var isDark = () => hexOf(getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor).light < 128;
function contents(book, link) {
  const { hostname } = new URL(link);
  const isOwn = isOwnAddress(hostname);
  const code = isOwn ? void 0 : codeOf(link);
  const note = noteOn(link, hostname, code);
  return [
    code ? drawn(book, link, code) : null,
    el(
      "div",
      { class: "beside" },
      el("h2", { id: "hall-code-title" }, template(book, "hall.title")),
      code ? el("p", { class: "address", dir: "ltr" }, typedAddress(link)) : null,
      note ? el("p", { class: "note", role: "note" }, textNodes(book, note)) : null,
      isOwn ? null : copying(book, link)
    )
  ].filter((part) => part !== null);
}
function noteOn(link, host, code) {
  if (isOwnAddress(host)) return ["hall.own_address", { host }];
  if (!code) return ["hall.too_long", { length: link.length, most: MOST_BYTES }];
  return code.modules > DENSE ? ["hall.dense"] : void 0;
}
var drawn = (book, link, { side, path }) => svg(
  "svg",
  { class: "code", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": plainText(book, ["hall.name", { link }]), "shape-rendering": "crispEdges" },
  svg("rect", { width: side, height: side, fill: "#fff" }),
  svg("path", { d: path, fill: "#000" })
);
function copying(book, link) {
  const status = el("p", { class: "status", role: "status" });
  const field = el("input", { readonly: true, hidden: true, "aria-label": template(book, "hall.link") });
  const button2 = el("button", { type: "button", class: "copy" }, template(book, "hall.copy"));
  button2.addEventListener("click", () => copyAddress(link, field, (key) => status.replaceChildren(...textNodes(book, [key]))));
  return [button2, field, status];
}

// ui/hall/window/scene-change.js
var MOST = 3500;
var LOOKS = 40;
var CONTENT = "[data-testid=stMainBlockContainer] [data-testid=stElementContainer]:not(.st-key-lesson *, .st-key-corner *)";
var LEAST_CONTENT = 40;
var LOST_WITHIN = 2e3;
var IN_HALL = "a[data-in-hall]";
function keepPicture(isThere) {
  if (!document.startViewTransition || document.hidden) return;
  const until = performance.now() + MOST;
  const look = (done, was = false) => {
    const is = isThere() && hasContent();
    if (was && is || performance.now() > until) done();
    else setTimeout(look, LOOKS, done, is);
  };
  const change = document.startViewTransition(() => new Promise((done) => look(done)));
  for (const promise of [change.ready, change.finished]) promise.catch(() => {
  });
}
var hasContent = () => [...document.querySelectorAll(CONTENT)].some((part) => part.getBoundingClientRect().height > LEAST_CONTENT);
function openFullScreen(presents) {
  const page = document.documentElement;
  let wanted = false;
  let notesOpened = -LOST_WITHIN;
  const fill = () => void page.requestFullscreen?.().catch(() => {
  });
  const fillAgain = ({ isTrusted, key }) => isTrusted && key !== "Escape" && wanted && presents() && !document.fullscreenElement && fill();
  document.addEventListener("click", ({ target }) => {
    if (!/** @type {Element} */
    target.closest(IN_HALL)) return;
    wanted = true;
    fill();
  }, true);
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) wanted &&= performance.now() - notesOpened < LOST_WITHIN;
  });
  window.addEventListener("keydown", fillAgain, true);
  window.addEventListener("pointerdown", fillAgain, true);
  window.addEventListener("message", ({ origin, data }) => origin === location.origin && data === FILL && fillAgain({ isTrusted: true }));
  new MutationObserver(() => {
    if (presents() || document.fullscreenElement !== page) return;
    wanted = false;
    void document.exitFullscreen();
  }).observe(page, { attributeFilter: ["data-presents"] });
  return () => notesOpened = performance.now();
}
var FILL = "bpe-lab:fill";

// bpe_lab/player/core/progress.js
var LATEST = 864e13;
var whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
var written = (pattern) => (value) => typeof value === "string" && pattern.test(value);
var flag = (value) => typeof value === "boolean";
var MEMBERS = {
  exercise: written(/^[a-z_]{1,20}\.[a-z_]{1,20}$/),
  generator: whole(0, 31),
  seed: written(/^(?:[0-9A-HJKMNP-TV-Z]{4})?$/),
  level: whole(0, 9),
  script: written(/^[a-z_]{0,20}$/),
  step: whole(0, 1e6),
  kind: written(/^[a-z_]{1,40}$/),
  first_try: flag,
  tries: whole(0, 1e4),
  shown: flag,
  seconds: (value) => typeof value === "number" && value >= 0 && value <= 1e6,
  at: whole(0, LATEST)
};
var NAMES = Object.keys(MEMBERS);
var ANSWERED = "bpe-lab:answered";

// ui/progress/panel/lesson-places.js
var KEY = "bpe-lab:lessons";
var VERSION = 1;
var MOST2 = 100;
var MOST_LETTERS = 2e4;
var NAME = /^[a-z0-9][\w-]{0,60}$/i;
var NUMBERS = (
  /** @type {const} */
  ["scene", "furthest", "count", "at"]
);
var LISTS = (
  /** @type {const} */
  ["asks", "answered"]
);
var isPlace = (value) => typeof value === "object" && value !== null && NUMBERS.every((name) => Number.isSafeInteger(value[name]) && value[name] >= 0) && value.scene <= value.furthest && value.furthest < value.count && LISTS.every((name) => value[name] === void 0 || isScenes(value[name], value.count));
var isScenes = (list, count) => Array.isArray(list) && list.length <= count && list.every((scene) => Number.isSafeInteger(scene) && scene >= 0 && scene < count);
function placesIn(text) {
  try {
    const { version, lessons } = text && text.length <= MOST_LETTERS ? JSON.parse(text) : (
      /** @type {any} */
      {}
    );
    if (version !== VERSION || typeof lessons !== "object" || lessons === null) return /* @__PURE__ */ new Map();
    const places = Object.entries(lessons).filter(([name, value]) => NAME.test(name) && isPlace(value));
    return new Map(places.slice(0, MOST2).map(([name, value]) => [
      name,
      /** @type {Place} */
      value
    ]));
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
function allPlaces() {
  try {
    return placesIn(localStorage.getItem(KEY));
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
function notePlace(lesson, { scene, count, asks }, at = Date.now()) {
  const places = allPlaces();
  const before = places.get(lesson);
  const isSame = before?.count === count;
  const asking = asks ?? (isSame ? before.asks : void 0) ?? [];
  const answered = (isSame ? before.answered : void 0) ?? [];
  const furthest = Math.max(scene, isSame ? before.furthest : 0);
  const place = { scene, furthest, count, at, asks: asking, answered: answered.filter((each) => asking.includes(each)) };
  if (NAME.test(lesson) && isPlace(place)) store(places.set(lesson, place));
}
function noteAnswered(name) {
  const places = allPlaces();
  const [lesson, scene] = name.split(" ");
  const place = places.get(lesson);
  if (!place?.asks?.includes(Number(scene)) || place.answered?.includes(Number(scene))) return;
  store(places.set(lesson, { ...place, answered: [...place.answered ?? [], Number(scene)] }));
}
function store(places) {
  try {
    if (places.size) localStorage.setItem(KEY, JSON.stringify({ version: VERSION, lessons: Object.fromEntries(places) }));
    else localStorage.removeItem(KEY);
  } catch {
  }
}
function stateOf({ furthest, count, asks = [], answered = [] }) {
  if (furthest < count - 1) return "begun";
  return answered.length < asks.length ? "partly" : "done";
}

// ui/hall/window/lesson.js
var CHANNEL = "bpe-lab:lesson";
var WHICH = "which";
var ANSWER = "answer";
var PRESS = "press";
var GONE = "gone";
var TO_COME = "toCome";
var SCENE = "bpe-lab:scene";
var BAR = ".st-key-lesson";
var BAR_TO_COME = `${BAR}:not(:has(.st-key-lesson_next button))`;
var SCROLLED = "[data-testid=stMain]";
var HIDDEN_ANSWER = ".lesson-words details";
var QUESTION2 = ".asking-veil";
var RUNS = "[data-testid=stApp]:not([data-test-script-state=notRunning])";
var STARTS = ".st-key-race_start kbd, .st-key-workshop_train kbd";
var WORKS = ":is([class*='st-key-race_cancel'], .st-key-workshop_cancel, [class*='st-key-compare_cancel']) button";
var PLAYERS = "[class*='_player']";
var WAYS2 = { PageDown: "next", PageUp: "back" };
var ARROWS = { ArrowRight: "PageDown", ArrowLeft: "PageUp" };
var CLOSES = ["Escape", "PageUp", "ArrowLeft"];
var LEADS_ON = ["PageDown", "ArrowRight"];
var PATIENCE = 5e3;
var RESTS = 250;
function openLesson(presents, opensWindow) {
  const channel = new BroadcastChannel(CHANNEL);
  let pressed = -PATIENCE;
  let here = "";
  let answered = "";
  let arrives = false;
  let arrived = 0;
  let hasNotes = false;
  let toCome = void 0;
  let painting = 0;
  function tell2() {
    if (!document.querySelector(BAR)) return;
    channel.postMessage(sceneHere());
    paintSoon();
  }
  function paintSoon() {
    clearTimeout(painting);
    if (hasNotes && presents()) painting = setTimeout(() => requestIdleCallback(paint, { timeout: RESTS }), RESTS);
  }
  async function paint() {
    if (arrives || document.hidden) return;
    const { lesson, scene } = sceneHere();
    const isAnswer = toCome && answered !== here && answerHere() !== null;
    const board = await toCome?.();
    channel.postMessage({ lesson, scene, [TO_COME]: board ?? (isAnswer ? { isAnswer } : null) });
  }
  function remember() {
    const { lesson, ...here2 } = sceneHere();
    if (lesson) notePlace(lesson, here2);
    showPlaces();
  }
  const isUnderWay = () => performance.now() - pressed < PATIENCE;
  function go(way) {
    const button2 = (
      /** @type {HTMLElement | null} */
      document.querySelector(`.st-key-lesson_${way} button:not(:disabled)`)
    );
    if (!button2 || isUnderWay()) return false;
    pressed = performance.now();
    button2.click();
    return true;
  }
  function goPast(way) {
    const answer = way === "next" && presents() && !isUnderWay() && answered !== here ? answerHere() : null;
    if (!answer) return go(way);
    answer.open = true;
    return true;
  }
  function untilDrawn() {
    arrives = isBeingDrawn() && performance.now() - arrived < PATIENCE;
    document.documentElement.toggleAttribute("data-scene-arrives", arrives);
    if (arrives) setTimeout(untilDrawn, 30);
  }
  function arrive() {
    pressed = -PATIENCE;
    const before = here;
    here = nameOf(sceneHere());
    if (here !== before) {
      answered = "";
      toCome = void 0;
      document.querySelector(SCROLLED)?.scrollTo({ top: 0, behavior: "instant" });
    }
    arrived = performance.now();
    untilDrawn();
    tell2();
    remember();
  }
  function takeKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isCovered2(event) || !document.querySelector(BAR)) return;
    const answer = answerHere();
    if (presents() && answer?.open && [...CLOSES, ...LEADS_ON].includes(event.key)) {
      answer.open = false;
      if (CLOSES.includes(event.key)) return take(event);
    }
    const act = lessonActOf(event);
    const path = (
      /** @type {Element[]} */
      event.composedPath()
    );
    if (!act || path[0].matches?.(FIELDS) || !(presents() || path.some((node) => node.matches?.(WALK)))) return;
    take(event);
    if (event.repeat) return;
    if (act === "answer") showAnswer();
    else if (act === "notes") document.querySelector(".st-key-lesson_notes button")?.click();
    else go(act);
  }
  channel.onmessage = ({ data }) => {
    const { lesson, scene } = sceneHere();
    if (data === WHICH) {
      hasNotes = true;
      tell2();
    } else if (!lesson || data?.lesson !== lesson) return;
    else if (data[GONE]) hasNotes = false;
    else if (data[ANSWER] === scene) showAnswer();
    else if (data[PRESS]) press(data[PRESS]);
  };
  window.addEventListener(SCENE, arrive);
  if (sceneHere().lesson) arrive();
  window.addEventListener(ANSWERED, ({ detail }) => {
    noteAnswered(detail);
    showPlaces();
  });
  window.addEventListener("storage", showPlaces);
  showPlaces();
  window.addEventListener(BEYOND, ({ detail: { way, scene } }) => {
    if (!scene || scene === nameOf(sceneHere())) goPast(way);
  });
  window.addEventListener(STEPPED, ({ detail }) => {
    toCome = detail;
    paintSoon();
  });
  window.addEventListener("keydown", takeKey, true);
  window.addEventListener("keydown", (event) => {
    if (!(presents() && !arrives && isForPage(event))) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      press({ key: own(ARROWS, event.key) });
    } else if (scrollsOn(event.key) || goPast(own(WAYS2, event.key))) event.preventDefault();
  });
  document.addEventListener("toggle", ({ target }) => {
    const answer = (
      /** @type {HTMLDetailsElement} */
      target
    );
    if (!answer.matches(HIDDEN_ANSWER) || !answer.open) return;
    answered = here;
    paintSoon();
  }, true);
  document.addEventListener("click", (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
    if (!target.closest(BAR)) return;
    window.dispatchEvent(new Event(WANTED));
    if (target.closest(".st-key-lesson_notes button")) {
      opensWindow();
      openNotes(event);
    } else if (presents() && target.closest(":is(.st-key-lesson_back, .st-key-lesson_next) button")) {
      const before = here;
      keepPicture(() => here !== before && !arrives);
    }
    if (presents() && event.isTrusted) setTimeout(() => (
      /** @type {HTMLElement} */
      document.activeElement?.blur()
    ));
  }, true);
}
function showPlaces() {
  const { dataset, style } = document.documentElement;
  const names = { begun: [], partly: [], done: [] };
  for (const [name, place] of allPlaces()) {
    names[stateOf(place)].push(name);
    style.setProperty(`--answered-${name}`, `"${place.answered?.length ?? 0}"`);
  }
  dataset.lessonsBegun = names.begun.join(" ");
  dataset.lessonsPartly = names.partly.join(" ");
  dataset.lessonsDone = names.done.join(" ");
}
var answerHere = () => (
  /** @type {HTMLDetailsElement | null} */
  document.querySelector(HIDDEN_ANSWER)
);
function showAnswer() {
  const answer = answerHere();
  if (answer) answer.open = !answer.open;
}
function press({ key, shiftKey = false, repeat = false }) {
  const on = walkHere() ?? document.body;
  on.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, repeat, bubbles: true, cancelable: true, composed: true }));
}
function take(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
var isCovered2 = (event) => document.querySelector("dialog[open]") !== null || event.composedPath().some((node) => node.localName === "dialog");
var nameOf = ({ lesson, scene }) => `${lesson} ${scene}`;
var sceneHere = () => JSON.parse(document.documentElement.dataset.lesson ?? "{}");
function isForPage(event) {
  const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, defaultPrevented } = event;
  const isArrow = key in ARROWS;
  if (defaultPrevented || repeat || ctrlKey || altKey || metaKey || shiftKey || !(key in WAYS2 || isArrow)) return false;
  if (event.composedPath()[0].matches?.(FIELDS) || walkHere()) return false;
  if (isArrow) return focusRests(document.querySelector(SCROLLED));
  return !document.querySelector(QUESTION2) && !(key === "PageDown" && document.querySelector(`${STARTS}, ${WORKS}`));
}
var walkHere = () => [...document.querySelectorAll(PLAYERS)].map((place) => playerIn(place, ".player:not([data-board])")).find(Boolean);
function playerIn(place, which) {
  for (const { shadowRoot } of place.querySelectorAll("*")) {
    const player = shadowRoot?.querySelector(which);
    if (player) return player;
  }
  return void 0;
}
function isBeingDrawn() {
  const isToCome = (place) => !playerIn(place, ".player");
  return !!document.querySelector(`${RUNS}, ${BAR_TO_COME}`) || [...document.querySelectorAll(PLAYERS)].some(isToCome);
}
function scrollsOn(key) {
  if (key === "PageDown" && sceneHere().stays) return false;
  const main = document.querySelector(`${SCROLLED}:has([class*='st-key-screen_'])`);
  if (!main) return false;
  const left = key === "PageDown" ? main.scrollHeight - main.clientHeight - main.scrollTop : main.scrollTop;
  if (left <= main.clientHeight / 2) return false;
  main.scrollBy({ top: key === "PageDown" ? main.clientHeight : -main.clientHeight, behavior: "smooth" });
  return true;
}
function openNotes(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
  window.open(new URL(`lessons?${sceneHere().notes}`, location.href), "bpe-lab-notes", "popup,width=960,height=760");
}

// ui/hall/window/phone-menu.js
var LINK = "[data-testid=stSidebarNavLink]";
var CLOSE = "[data-testid=stSidebarCollapseButton] button";
var PHONE = "(max-width: 700px)";
function closeMenuBehind() {
  document.addEventListener("click", ({ target }) => {
    if (
      /** @type {Element} */
      target.closest(LINK) && matchMedia(PHONE).matches
    )
      document.querySelector(CLOSE)?.click();
  });
}

// ui/hall/window/mount.js
var NOTHING = { tokens: [], goals: [] };
var CODES = "bpe-lab:codes";
function open(words) {
  const page = document.documentElement;
  const book = () => {
    const lang = page.lang in words ? page.lang : Object.keys(words)[0];
    return openBook(NOTHING, words[lang], lang);
  };
  const code = makeCode(book, keyOf("code"));
  const presents = () => "presents" in page.dataset;
  const add = openAdding();
  openLesson(presents, openFullScreen(presents));
  closeMenuBehind();
  letGoOfChosenLists();
  openHall(presents, {
    blank: makeBlank(() => template(book(), "player.blank"), keyOf("blank")),
    laser: makeLaser(),
    code,
    add
  });
  window.addEventListener(SHOW_CODE, code.down);
  window.addEventListener(CODES, () => drawCodes(book));
  drawCodes(book);
  window.addEventListener(ADD_SCENE, add.down);
}
export {
  open as default
};
