// Times as people read them: all in the zone of whoever looks, which every page names once.

const shown = (time, parts) => (time ? new Date(time).toLocaleString("en-US", parts) : "");
const MINUTES = { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit" };
const SECONDS = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const DAY = { year: "numeric", month: "short", day: "2-digit" };

export const clockOf = (time) => shown(time, MINUTES);
export const secondsOf = (time) => shown(time, SECONDS);
export const momentOf = (time) => shown(time, { ...DAY, ...SECONDS });
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
