// What a card is called. Its drawing comes from the server: <symbol id="card-Ks">.

const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SHAPES = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const spoken = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
export const short = (card) => `${card[0] === "T" ? "10" : card[0]}${SHAPES[card[1]]}`;
export const symbol = (card) =>
  card === "back" ? "#back-blue" : `#card-${card[0] === "T" ? "10" : card[0]}${card[1]}`;
