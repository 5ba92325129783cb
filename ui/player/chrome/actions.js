/* What the player's keys and buttons do, by name. */

import { keyAction } from "./keys.js";
import { SPEEDS } from "./tools.js";

/** The actions of a player by the names that keys and buttons have for them. */
export function makeActions(player) {
  const byHand = (move) => () => {
    player.pause();
    move();
  };
  return {
    back: byHand(() => player.back(player.byGroup)),
    forward: byHand(() => player.forward(player.byGroup)),
    first: byHand(() => player.go(0)),
    last: byHand(() => player.go(player.routes.last)),
    group_back: byHand(() => player.back(true)),
    group_forward: byHand(() => player.forward(true)),
    previous_mark: byHand(() => player.toMark(player.routes.previousMarked(player.step, player.stops))),
    next_mark: byHand(() => player.toMark(player.routes.nextMarked(player.step, player.stops))),
    by_step: () => player.moveBy(false),
    by_group: () => player.moveBy(true),
    unit: () => player.moveBy(!player.byGroup),
    asking: () => player.toggleAsking(),
    help: byHand(() => player.view.help.open()),
    leave: () => player.leave?.(),
    play: () => (player.playing ? player.pause() : player.play()),
    faster: () => player.setSpeed(Math.min(SPEEDS.length - 1, SPEEDS.indexOf(player.speed) + 1)),
    slower: () => player.setSpeed(Math.max(0, SPEEDS.indexOf(player.speed) - 1)),
    speed: () => player.setSpeed((SPEEDS.indexOf(player.speed) + 1) % SPEEDS.length),
  };
}

/** What a key does now. Escape closes what is open before it ends presenting; an open help leaves no
    other key to the walk. */
export function actionOf(player, event) {
  const { actions, data, isBoard, layers, presents, recording, view } = player;
  const name = isBoard && !presents ? undefined : keyAction(event);
  if (name === "escape") return layers.any() ? layers.closeLast : data.present && actions.leave;
  if (!name || !recording || isBoard) return undefined;
  if (view.help.isOpen()) return name === "help" ? layers.closeLast : undefined;
  return actions[name];
}
