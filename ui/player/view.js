/* All that stands in the player, from the sub-goals at the top to the keys at the bottom. */

/** The parts for `player`'s recording and book; `tab` is the column that a narrow screen shows. */
function makeView(player, tab) {
  const { recording, book, history, actions } = player;
  const head = makeHead(book, recording);
  const narration = makeNarration(book, recording.steps);
  const board = makeBoard(recording, book, history, tab);
  const transport = makeTransport(book, recording.steps, actions, (step, dragging) => player.scrub(step, dragging));
  return {
    nodes: [head.node, narration.node, ...board.nodes, transport.node, makeHints(book)].filter(Boolean),
    tab: board.tab,
    drawTransport: transport.draw,
    layout(narrow) {
      board.layout(narrow);
      transport.layout();
    },
    draw({ step }, still) {
      head.draw(recording.steps[step]);
      narration.draw(recording.steps[step]);
      board.draw(history[step], still);
      transport.draw(player);
    },
  };
}
