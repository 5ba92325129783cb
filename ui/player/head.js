/* Above the stage: the sub-goals, the place in the walk, and the sentence that tells what happened. */

function makeHead(book, recording) {
  const goals = recording.goals.map((goal) => el("li", {}, goalPill(book, goal)));
  const where = el("p", { class: "where" });
  return {
    node: el("div", { class: "head" }, el("ol", { class: "goals" }, goals), where),
    draw({ goal, group }) {
      goals.forEach((item, place) => set(item, { "aria-current": recording.goals[place] === goal ? "step" : null }));
      where.replaceChildren(...said(book, ["player.where", { group, groups: recording.groups }]));
    },
  };
}

/** The name stands twice: the bold one holds the width, so that no pill moves when one is lit. */
function goalPill(book, goal) {
  const name = template(book, `goal.${goal}`);
  const bold = el("span", { class: "sizer", "aria-hidden": "true" }, name);
  const label = el("span", { class: "label" }, el("span", {}, name), bold);
  return el("span", { class: "goal", "data-goal": goal, title: name }, goalIcon(goal), label);
}

/** The narration is as high as its longest sentence, so that what stands below never moves. */
function makeNarration(book, steps) {
  const line = el("p", { class: "say", id: "say" });
  const sizer = el("p", { class: "say sizer", "aria-hidden": "true" });
  const lengths = steps.map((step) => spoken(book, step.say).length);
  sizer.append(...said(book, steps[lengths.indexOf(Math.max(...lengths))].say));
  return {
    node: el("div", { class: "narration" }, line, sizer),
    draw: (step) => line.replaceChildren(...said(book, step.say)),
  };
}
