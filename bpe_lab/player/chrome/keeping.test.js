/* What a reader takes along: the link, pictures, the recording; and files' names. */

import {
  $, $$, click, download, equal, given, isShown, mount, named, ok, press, step, test, texts, until,
} from "/tests/browser/player/harness.js";

const WALK = await given("hanoi");
const TEXTS = await given("catalogue");
const HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1></script><!-- \u202eabc &amp;";

/** The file of this name in the menu. */
async function kept(name) {
  if (!isShown(named(name))) await click(named("share"));
  return download(named(name));
}

/** A picture's document, without what would not stand alone. */
function pictureIn(source) {
  const picture = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  ok(!picture.querySelector("parsererror"));
  return picture;
}

/** Copy the link while the clipboard is `clipboard`. */
async function copyLink(clipboard) {
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  await click(named("share"));
  await click(named("copy_link"));
  delete (/** @type {any} */ (navigator).clipboard);
}

test("the link is copied where the browser lends its clipboard", async () => {
  await mount(WALK);
  await press("ArrowRight", "ArrowRight");
  let copied = "";
  await copyLink({ writeText: async (text) => (copied = text) });
  await until(() => $(".menu .status").innerText === TEXTS["player.copied"]);
  const link = `${location.origin}/?step=2`;
  equal([copied, location.href], [link, link], "written at once");
});

test("over plain http the link is there to be copied", async () => {
  await mount({ ...WALK, step: 3 });
  await copyLink(undefined);
  const field = await until(() => isShown($(".menu .link")) && $(".menu .link"));
  const link = `${location.origin}/?step=3`;
  equal([field.value, field.selectionStart, field.selectionEnd, field.readOnly], [link, 0, link.length, true]);
  await press("ArrowRight");
  equal(step(), 3, "the field keeps its keys");
  await press("Escape");
  ok(!isShown(field));
});

test("the picture stands alone and holds text as text", async () => {
  await mount({ ...(await given("hanoi", { remark: HOSTILE })), step: 2 });
  const { name, text } = await kept("save_svg");
  equal(name, "bpe-lab-2.svg", "as the reader counts");
  const picture = pictureIn(text);
  const nodes = [...picture.querySelectorAll("*")];
  const TAGS = ["svg", "g", "rect", "path", "text", "tspan", "defs", "pattern", "circle", "line"];
  equal(nodes.map(({ localName }) => localName).filter((tag) => !TAGS.includes(tag)), []);
  ok(picture.textContent.replaceAll("\n", "").includes("<img src=x onerror=window.hit=1>"));
  equal(nodes.filter((node) => node.hasAttribute("class") || node.hasAttribute("style")).length, 0);
  ok(!/var\(|oklch/.test(text), "colors that every program reads");
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  equal(/** @type {any} */ (window).hit, undefined);
});

test("the picture holds the board as it is shown, and where it is from", async () => {
  await mount({ ...WALK, step: 2 });
  const picture = pictureIn((await kept("save_svg")).text);
  const words = picture.textContent.replace(/\s/g, "");
  const SHOWN = ".say:not(.sizer), .panel h2, .panel td:not(:empty)";
  const shown = texts(`.player :is(${SHOWN})`).map((each) => each.replace(/\s/g, ""));
  ok(shown.length > 3);
  equal(shown.filter((each) => !words.includes(each)), []);
  equal([...picture.querySelectorAll("text")].at(-1).textContent, "BPE Lab · /?step=2", "no host that leads nobody here");
  ok(!words.includes(TEXTS["player.to_start"].replace(/\s/g, "")), "nothing to press");
  equal($$(".player [data-solid-before], .player [data-solid-after]").length, 0, "the page is as it was");
});

test("the picture as PNG has twice the pixels", async () => {
  await mount(WALK);
  const picture = pictureIn((await kept("save_svg")).text);
  const png = await kept("save_png");
  equal(png.name, "bpe-lab-0.png");
  const wide = Uint8Array.from(atob(png.base64).slice(16, 20), (letter) => letter.charCodeAt(0));
  equal(new DataView(wide.buffer).getUint32(0), 2 * Number(picture.getAttribute("width")));
});

test("one merge is a video that plays elsewhere", async () => {
  await mount(WALK);
  await press("ArrowRight");
  await click(named("share"));
  equal(named("save_video").innerText, `${TEXTS["player.video_of_group"]} (WebM)`);
  const { name, base64 } = await download(named("save_video"));
  equal([name, step()], ["bpe-lab-1.webm", 1], "the walk stands where it stood");
  const video = document.createElement("video");
  video.src = `data:video/webm;base64,${base64}`;
  await until(() => video.readyState >= 2);
  ok(video.duration > 3 && video.duration < 9, `${video.duration} s for three steps`);
  equal([video.videoWidth % 2, video.videoHeight % 2, Math.max(video.videoWidth, video.videoHeight) <= 1920], [0, 0, true]);
  const pen = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight }).getContext("2d");
  const at = async (share) => {
    video.currentTime = share * video.duration;
    await new Promise((there) => (video.onseeked = there));
    pen.drawImage(video, 0, 0);
    return pen.getImageData(0, 0, video.videoWidth, video.videoHeight).data;
  };
  const [first, last] = [await at(0.05), await at(0.95)];
  ok(first.some((part) => part < 100), "there is something to see");
  ok(first.filter((part, index) => Math.abs(part - last[index]) > 60).length > 1000, "and it changes");
});

test("a video can be cancelled", async () => {
  await mount(WALK);
  await click(named("share"));
  await click(named("save_video"));
  ok(isShown($(".making progress")) && !isShown(named("save_video")), "its progress is there in place of the menu");
  await press("Escape");
  await until(() => !$(".making"));
  await until(() => $(".told")?.textContent === TEXTS["player.no_video"]);
  equal(step(), 0);
});

test("the recording as JSON is the recording", async () => {
  await mount(WALK);
  const recording = JSON.parse((await kept("save_json")).text);
  equal({ ...recording, id: recording.id.replace(/ \d+$/, "") }, WALK.recording);
});

test("files are called after what they hold", async () => {
  await mount({ ...WALK, file: "bpe-lab-game-three" });
  const names = [];
  for (const name of ["save_html", "save_json", "save_svg"]) names.push((await kept(name)).name);
  equal(names, [".html", ".json", "-0.svg"].map((ending) => `bpe-lab-game-three${ending}`));
  equal($$(".player .failed").length, 0);
});

test("a board with a name for files offers its picture", async () => {
  const board = { ...WALK, recording: { ...WALK.recording, steps: WALK.recording.steps.slice(0, 1) } };
  await mount(board);
  ok(!named("share"));
  await mount({ ...board, file: "bpe-lab-game" });
  await click(named("share"));
  equal($$(".menu button").map((button) => button.dataset.name), ["save_svg", "save_png"]);
  const { name, text } = await kept("save_svg");
  equal([name, [...pictureIn(text).querySelectorAll("text")].at(-1).textContent], ["bpe-lab-game.svg", "BPE Lab · /"]);
});
