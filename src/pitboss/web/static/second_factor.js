// Setting up a second factor: a QR code for the authenticator app, then a code of it, then the recovery codes.

import { $, h, put, s } from "./dom.js";
import { get } from "./api.js";
import { post } from "./once.js";
import { attempt } from "./say.js";

export async function showSecondFactor(place, said, after) {
  const { enrolled, required, recovery_codes_left } = await get("/me/second-factor");
  const words = enrolled
    ? `In use. ${recovery_codes_left} recovery codes are left.`
    : "An authenticator app on your phone shows a code that is asked for besides the password.";
  put(
    place,
    h("p", { class: "quiet" }, words),
    enrolled ? replacing(place, said, after, required) : starting(place, said, after),
  );
}

const starting = (place, said, after) =>
  h(
    "div",
    { class: "row section" },
    h(
      "button",
      {
        class: "button first",
        type: "button",
        "data-act": "set-up",
        onclick: () => attempt(said, async () => enroll(place, said, after, await post("/me/second-factor", {}, "Set up a second factor"))),
      },
      "Set up",
    ),
  );

/** Who has a second factor proves it before it is replaced or removed. */
function replacing(place, said, after, required) {
  const code = codeInput("present-code", "Present code");
  const replace = (event) => {
    event.preventDefault();
    attempt(said, async () => enroll(place, said, after, await post("/me/second-factor", { code: code.value }, "Replace your second factor")));
  };
  const remove = () =>
    attempt(said, async () => {
      await post("/me/second-factor/remove", { code: code.value }, "Remove your second factor");
      location.assign("/login");
    });
  return h(
    "form",
    { class: "section", onsubmit: replace },
    h("div", { class: "field" }, h("label", { for: "present-code" }, "A code of the present one"), code),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button", type: "submit" }, "Replace it"),
      required ? "" : h("button", { class: "button plain", type: "button", onclick: remove }, "Remove it"),
    ),
  );
}

const codeInput = (id) =>
  h("input", { id, required: true, maxlength: 40, autocomplete: "one-time-code", inputmode: "numeric", spellcheck: "false" });

function enroll(place, said, after, { secret, qr_size, qr_path }) {
  const code = codeInput("new-code");
  const confirm = (event) => {
    event.preventDefault();
    attempt(said, async () => {
      const { recovery_codes } = await post("/me/second-factor/confirm", { code: code.value }, "Confirm your second factor");
      showRecoveryCodes(place, recovery_codes, after);
    });
  };
  put(
    place,
    h("p", {}, "1. Scan this with your authenticator app."),
    s(
      "svg",
      { class: "qr", viewBox: `0 0 ${qr_size} ${qr_size}`, role: "img", "aria-label": "QR code of the secret", "shape-rendering": "crispEdges" },
      s("rect", { class: "qr-light", width: qr_size, height: qr_size }),
      s("path", { class: "qr-dark", d: qr_path }),
    ),
    h("p", { class: "quiet small-type" }, "Or type this secret into the app:"),
    h("p", { class: "secret" }, secret.match(/.{1,4}/g).join(" ")),
    h(
      "form",
      { class: "section", onsubmit: confirm },
      h("div", { class: "field" }, h("label", { for: "new-code" }, "2. Enter the code that the app shows"), code),
      h("button", { class: "button first", type: "submit" }, "Confirm"),
    ),
  );
  code.focus();
}

function showRecoveryCodes(place, codes, after) {
  put(
    place,
    h("p", { class: "notice" }, "✓ Your second factor is in use."),
    h(
      "p",
      { class: "section" },
      "3. Keep these recovery codes where your phone is not. Each lets you in once. They are shown only now:",
    ),
    h(
      "ul",
      { class: "recovery", "aria-label": "Recovery codes" },
      codes.map((one) => h("li", { class: "mono" }, one)),
    ),
    h(
      "div",
      { class: "row section" },
      h("button", { class: "button first", type: "button", "data-act": "kept", onclick: after }, "I have kept them"),
    ),
  );
  $('[data-act="kept"]', place).focus();
}
