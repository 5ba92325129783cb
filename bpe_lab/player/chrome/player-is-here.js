/* Tells a page that holds the player's module and no walk of its own how to mount one: a hand-out. */

export const PLAYER_IS_HERE = "bpe-lab:player-is-here";
