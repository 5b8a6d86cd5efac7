var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all5) => {
  for (var name4 in all5)
    __defProp(target, name4, { get: all5[name4], enumerable: true });
};

// shared/sync/protocol.ts
var PROTOCOL_VERSION, BATCH_LIMIT, lineBaseKey;
var init_protocol = __esm({
  "shared/sync/protocol.ts"() {
    "use strict";
    PROTOCOL_VERSION = 1;
    BATCH_LIMIT = 100;
    lineBaseKey = (pick_line_id) => `pick_line:${pick_line_id}`;
  }
});

// shared/address.ts
import { z } from "zod";
var line, address;
var init_address = __esm({
  "shared/address.ts"() {
    "use strict";
    line = z.string().trim().max(120).nullish();
    address = z.object({
      address_line_1: z.string().trim().min(1).max(120),
      address_line_2: line,
      address_line_3: line,
      address_line_4: line,
      address_line_5: line,
      postcode: z.string().trim().min(1).max(12)
    });
  }
});

// shared/sync/rows.ts
import { z as z2 } from "zod";
var id, quantity, time, maybeTime, words, floorStates, pickRow, pickLineRow, wearerRow, productRow, prepOrderRow, bagRow, dispatchRow, errorCodeRow, shippingServiceRow, staffRow, shelfTaskRow, rowSchemas, kinds, bagId;
var init_rows = __esm({
  "shared/sync/rows.ts"() {
    "use strict";
    init_address();
    id = z2.int().positive();
    quantity = z2.int().nonnegative();
    time = z2.iso.datetime({ precision: 3 });
    maybeTime = time.nullable();
    words = z2.string().nullable();
    floorStates = ["released", "picking", "paused", "picked", "booked", "awaiting_courier"];
    pickRow = z2.object({
      id,
      order_id: id,
      uuid: z2.uuid(),
      order_number: z2.string(),
      account_id: id,
      account_name: z2.string(),
      /** The client's logo, which is what most decorations show. */
      account_logo_url: words,
      site_id: id.nullable(),
      site_name: words,
      /** The site's own reference, `sites.reference_1`. */
      site_reference: words,
      state: z2.enum(floorStates),
      picker: z2.object({ id, name: z2.string() }).nullable(),
      is_frozen: z2.boolean(),
      frozen_reason: words,
      is_sample: z2.boolean(),
      skip_dispatch: z2.boolean(),
      customer_notes: words,
      tote: words,
      /** How many people the order clothes; more than one means bagging. */
      wearer_count: quantity,
      submitted_at: maybeTime,
      released_at: time,
      started_at: maybeTime,
      /** Since when its picker has it. */
      claimed_at: maybeTime.optional(),
      /** Since when it rests. */
      paused_at: maybeTime.optional(),
      /** Who let go of it last, and when. */
      handed_over: z2.object({ name: z2.string(), at: time }).nullish(),
      picked_at: maybeTime,
      booked_at: maybeTime,
      delivery_address: address.nullable(),
      contact_name: words,
      contact_phone: words
    });
    pickLineRow = z2.object({
      id,
      pick_id: id,
      order_line_id: id,
      employee_id: id,
      /** The SKU to pick: the substitute where there is one. */
      product_id: id,
      product_name: z2.string(),
      decoration: words,
      notes: words,
      qty_requested: quantity,
      qty_allocated: quantity,
      qty_picked: quantity,
      /** The error code's text where less was picked than allocated. */
      code: words,
      other_reason: words,
      picked_by: id.nullable(),
      picked_at: maybeTime,
      /** Raised only by what matters to a picker: picked, allocated, product, pick closed. */
      fact_version: z2.int().nonnegative(),
      prep_ticked_at: maybeTime
    });
    wearerRow = z2.object({ id, name: z2.string(), employee_number: words });
    productRow = z2.object({
      id,
      sku: z2.string(),
      name: z2.string(),
      variation_colour: words,
      colour_hex: words,
      variation_size_1: words,
      variation_size_2: words,
      variation_all_size: words,
      bin: words,
      barcode: words,
      picture_url: words
    });
    prepOrderRow = z2.object({ pick_id: id, picked_by_name: words, picked_at: maybeTime, booked_at: maybeTime });
    bagRow = z2.object({ id: z2.string(), pick_id: id, employee_id: id, label_printed_at: maybeTime });
    dispatchRow = z2.object({
      id,
      /** The dispatch's number as people read it. */
      dispatch_number: z2.string(),
      state: z2.enum(["requested", "booking", "failed"]),
      account_id: id,
      account_name: z2.string(),
      site_name: words,
      orders: z2.array(z2.object({ uuid: z2.uuid(), order_number: z2.string() })),
      is_consolidated: z2.boolean(),
      service_key: z2.string(),
      carrier: z2.string(),
      /** Kilograms. */
      total_weight: z2.number(),
      /** Boxes. */
      total_items: z2.int(),
      mark_as_shipped: z2.boolean(),
      delivery_address: address,
      contact_name: words,
      contact_email: words,
      contact_phone: words,
      tracking_number: words,
      consignment_number: words,
      booking_error: words,
      created_at: time,
      version: z2.int()
    });
    errorCodeRow = z2.object({ id, code: z2.string(), description: z2.string(), requires_input: z2.boolean() });
    shippingServiceRow = z2.object({
      service_key: z2.string(),
      carrier: z2.string(),
      name: z2.string(),
      /** Kilograms. */
      default_weight: z2.number(),
      /** Boxes. */
      default_items: z2.int()
    });
    staffRow = z2.object({
      id,
      name: z2.string(),
      role: z2.enum(["super", "warehouse"]),
      /** Their PIN as `shared/sync/pin.ts` hashes it; only for those who have signed in on this tablet and have one. */
      pin_hash: words.optional()
    });
    shelfTaskRow = z2.object({
      id,
      pick_line_id: id,
      product_id: id,
      sku: z2.string(),
      product_name: z2.string(),
      /** What a person knows the garment by: its line, and with that its product, may have left the tablet. */
      variation_colour: words.optional(),
      colour_hex: words.optional(),
      size: words.optional(),
      barcode: words.optional(),
      bin: words,
      order_number: z2.string(),
      /** The tablet whose trolley holds them; empty where it was no tablet. */
      device: z2.string(),
      qty: quantity,
      reason: z2.string(),
      created_at: time
    });
    rowSchemas = {
      pick: pickRow,
      pick_line: pickLineRow,
      wearer: wearerRow,
      product: productRow,
      prep_order: prepOrderRow,
      bag: bagRow,
      dispatch: dispatchRow,
      error_code: errorCodeRow,
      shipping_service: shippingServiceRow,
      staff: staffRow,
      shelf_task: shelfTaskRow
    };
    kinds = [
      "pick",
      "pick_line",
      "wearer",
      "product",
      "prep_order",
      "bag",
      "dispatch",
      "error_code",
      "shipping_service",
      "staff",
      "shelf_task"
    ];
    bagId = (pick_id, employee_id) => `${pick_id}:${employee_id}`;
  }
});

// shared/sync/wire.ts
import { z as z3 } from "zod";
var count, lineFacts, baseOf, base, wireMutation, cursor, lastMutations, envelopeVersion, syncRequest, outcomeKinds, result, openOutcome, haltReasons, halt, putAndDel, patch, loosePatch, answerWith, syncAnswer, readAnswer, poke;
var init_wire = __esm({
  "shared/sync/wire.ts"() {
    "use strict";
    init_protocol();
    init_rows();
    init_protocol();
    count = z3.int().nonnegative();
    lineFacts = z3.object({
      product_id: z3.int(),
      qty_allocated: count,
      qty_picked: count,
      code: z3.string().nullable()
    });
    baseOf = z3.union([count, z3.object({ after: z3.uuid() }), z3.object({ facts: lineFacts })]);
    base = z3.record(z3.string().max(80), baseOf);
    wireMutation = z3.object({
      c: z3.uuid(),
      s: z3.int().positive(),
      m: z3.uuid(),
      n: z3.string().max(60),
      nv: z3.int().positive(),
      a: z3.record(z3.string(), z3.unknown()),
      base,
      actor_id: z3.int().positive(),
      /** True where the actor chose themself by PIN on a tablet that somebody else had signed in on. */
      asserted: z3.boolean(),
      /** The device's clock, for display only. */
      at: z3.string().max(40)
    });
    cursor = z3.looseObject({ epoch: z3.string(), scope: z3.string(), v: count });
    lastMutations = z3.record(z3.string(), count);
    envelopeVersion = z3.looseObject({ pv: z3.int() });
    syncRequest = z3.object({
      pv: z3.literal(PROTOCOL_VERSION),
      device: z3.uuid(),
      device_name: z3.string().trim().max(60).optional(),
      /** 256 bits in lower-case hex. */
      secret: z3.string().regex(/^[0-9a-f]{64}$/),
      /** How many mutations wait on the tablet, those of this request included. */
      pending: count,
      /** What was lost from this tablet, told once: an item for the office. `device` is the identity that was lost with it. */
      lost: z3.object({ device: z3.uuid(), n: count, since: z3.string().max(40).nullable() }).optional(),
      push: z3.array(wireMutation).max(BATCH_LIMIT),
      /** `epoch` is the one that `lm` is of, where there is no cursor to say so; `asks_last_m` is set once after a new epoch. */
      pull: z3.object({ cursor: cursor.nullable(), lm: lastMutations, epoch: z3.string().max(80).optional(), asks_last_m: z3.boolean().optional() })
    });
    outcomeKinds = ["applied", "noop", "conflict", "rejected"];
    result = z3.object({
      m: z3.uuid(),
      s: z3.int().positive(),
      outcome: z3.enum(outcomeKinds),
      code: z3.string().nullable(),
      server: z3.record(z3.string(), z3.unknown()).nullable()
    });
    openOutcome = z3.object({
      m: z3.uuid(),
      n: z3.string(),
      outcome: z3.enum(outcomeKinds),
      code: z3.string().nullable(),
      server: z3.record(z3.string(), z3.unknown()).nullable(),
      at: z3.string(),
      root_m: z3.uuid().nullish()
    });
    haltReasons = ["retry", "gap", "fork", "auth", "upgrade"];
    halt = z3.object({ why: z3.enum(haltReasons), expect: z3.int().positive().nullish() });
    putAndDel = (row2) => z3.object({ put: z3.array(row2), del: z3.array(z3.union([z3.string(), z3.int()])) });
    patch = z3.object({
      pick: putAndDel(rowSchemas.pick),
      pick_line: putAndDel(rowSchemas.pick_line),
      wearer: putAndDel(rowSchemas.wearer),
      product: putAndDel(rowSchemas.product),
      prep_order: putAndDel(rowSchemas.prep_order),
      bag: putAndDel(rowSchemas.bag),
      dispatch: putAndDel(rowSchemas.dispatch),
      error_code: putAndDel(rowSchemas.error_code),
      shipping_service: putAndDel(rowSchemas.shipping_service),
      staff: putAndDel(rowSchemas.staff),
      shelf_task: putAndDel(rowSchemas.shelf_task)
    }).partial();
    loosePatch = z3.record(
      z3.string(),
      z3.object({ put: z3.array(z3.record(z3.string(), z3.unknown())), del: z3.array(z3.union([z3.string(), z3.number()])) })
    );
    answerWith = (patchSchema) => z3.object({
      results: z3.array(result),
      halt: halt.nullable(),
      /** Null only where nothing was pulled: the envelope's version is unknown, or the client belongs to another device. */
      cursor: cursor.nullable(),
      /** This is a page of a full pull: it and the pages after it replace all rows. */
      full: z3.boolean(),
      /** More pages follow: `lm` and `outcomes` count only on the last. */
      more: z3.boolean(),
      patch: patchSchema,
      lm: lastMutations,
      /** Which mutation `lm` counts, where that was asked for and is known: another than the tablet's own says that its numbers were used twice. */
      last_m: z3.record(z3.string(), z3.string()).optional(),
      /** All of this device's open outcomes: one that is absent is closed. */
      outcomes: z3.array(openOutcome),
      now: z3.string()
    });
    syncAnswer = answerWith(patch);
    readAnswer = answerWith(loosePatch);
    poke = z3.object({ epoch: z3.string(), v: count });
  }
});

// pwa/offline/answer-schema.ts
var answer_schema_exports = {};
__export(answer_schema_exports, {
  readAnswer: () => readAnswer
});
var init_answer_schema = __esm({
  "pwa/offline/answer-schema.ts"() {
    "use strict";
    init_wire();
  }
});

// tests/simulation/worker.ts
import { setMaxListeners } from "node:events";

// pwa/offline/check-answer.ts
var fetching = null;
async function answerCheck() {
  fetching ??= Promise.resolve().then(() => (init_answer_schema(), answer_schema_exports)).then(({ readAnswer: readAnswer2 }) => (body) => {
    const read = readAnswer2.safeParse(body);
    return read.success ? read.data : null;
  });
  try {
    return await fetching;
  } catch (error) {
    fetching = null;
    throw error;
  }
}

// shared/messages.ts
var messages = {
  invalid: "Invalid data submitted",
  sign_in_failed: "The email or password is not right.",
  sign_in_again: "Please sign in again.",
  too_many_tries: "Too many wrong tries. Please wait a while and try again.",
  not_allowed: "You are not allowed to do this.",
  not_found: "This does not exist, or not for you.",
  stale_version: "Somebody else changed this meanwhile.",
  malformed_json: "The request is not readable JSON.",
  wrong_type: "The request has to be JSON.",
  changes_nothing: "A HEAD request changes nothing. Send a POST.",
  unkept_character: "This holds a character that cannot be kept.",
  too_large: "The request is too large.",
  file_type: "Files of this type cannot be uploaded here.",
  picture_unreadable: "This picture cannot be read.",
  labels_of_what: "Name either dispatches or one order, with a count from 0 to 100 for each wearer.",
  no_labels: "Ask for at least one label.",
  no_bag: "Nothing of this order goes into a bag for this person.",
  too_many_labels: (most3) => `Print at most ${most3} labels at once.`,
  whose_budgets: "Say whose budgets are wanted.",
  unavailable: "The service is busy. Please try again in a moment.",
  unexpected: "Something went wrong on our side. The request id finds it in the log.",
  idempotency_key_invalid: "The Idempotency-Key has to be a UUID.",
  idempotency_key_reused: "This Idempotency-Key was used for another request.",
  idempotency_in_flight: "The first request with this Idempotency-Key is still running.",
  // The floor
  over_pick: (qty_allocated) => `Only ${qty_allocated} ${qty_allocated === 1 ? "is" : "are"} allocated to this line.`,
  select_reason: "Select reason for picking anomaly",
  details_required: "This reason needs a few words about what happened.",
  wrong_product: "This line is for another product now.",
  order_held: "The office has put this order on hold. Stop here and leave it as it is.",
  order_cancelled: "This order was cancelled.",
  pick_closed: "The office has taken this pick back.",
  already_picked: "This order is picked already.",
  not_picking: "Start this pick first.",
  pick_paused: "This pick is paused. Resume it first.",
  not_picker: (name4) => name4 ? `${name4} is picking this order.` : "You are not picking this order.",
  not_picked: "This order is not picked yet.",
  already_booked: "This order is ready for dispatch already.",
  not_booked: "This order is not ready for dispatch yet.",
  already_dispatched: "This order is dispatched already.",
  booking_in_flight: "The courier is being booked at this moment.",
  booked_while_held: "The courier is booked, but the office has put an order of this dispatch on hold. It leaves when the hold is lifted.",
  shipped_otherwise: "This dispatch has shipped under another number.",
  device_secret: "This tablet is not the one that was registered under its name.",
  not_counted: "Nobody has counted this yet.",
  still_refused: "That is still not possible as things stand.",
  digest_changed: "The lines changed since you saw them. Look again before you go on.",
  password_too_short: "Use at least 10 characters.",
  password_common: "This password is too easy to guess.",
  password_differs: "The two passwords are not the same.",
  password_wrong: "This is not your current password.",
  reset_link_dead: "This link has been used or is too old. Please ask for a new one.",
  // Stock and allocation
  sku_needed: "Name at least one SKU.",
  count_a_size: "Count a size of this product: a style has no stock of its own.",
  count_below_picked: "Fewer than have been picked already for orders on the floor. Look there before you count again.",
  insufficient_stock: (qty_free) => qty_free > 0 ? `Only ${qty_free} more ${qty_free === 1 ? "is" : "are"} free.` : "None are free.",
  allocation_too_much: (qty) => `Only ${qty} ${qty === 1 ? "is" : "are"} left to allocate on this line.`,
  allocation_unsized: "Choose a size before you allocate this line.",
  order_frozen: "This order is on hold.",
  order_in_round: "This order is with the warehouse. Send it back first.",
  order_not_submitted: "This order is not submitted yet.",
  order_shipped: "This order has shipped already.",
  order_picked: "This order is picked already.",
  pieces_picked: "Some of this order has been picked. Send it back first.",
  nothing_allocated: "Nothing of this order is allocated yet.",
  not_in_round: "This order is not with the warehouse.",
  hold_reason: "Say why this order is put on hold.",
  no_delivery_address: "This order has no delivery address.",
  unknown_service: "There is no such shipping service.",
  only_collection: "Only a collection can be marked as shipped.",
  twice_in_request: "This order is in the list twice.",
  consolidated_differs: "Orders that travel together have the same service, weight and boxes.",
  dispatch_void: "This dispatch was taken back.",
  code_taken: "There is a reason with this code already.",
  not_stuck: "This order is not waiting for a courier.",
  // Ordering
  choose_employee: "Choose at least one employee.",
  unknown_employee: "This employee does not exist, or not for you.",
  unknown_product: "This product is not in the clothing sets of this employee.",
  unknown_role: "This employee does not have this role.",
  unknown_site: "This site does not exist, or not for you.",
  unknown_account: "This account does not exist, or is archived.",
  wrong_account: "All employees of an order belong to one account.",
  not_on_order: "This employee is not on this order.",
  size_needed: "This is a style. Choose one of its sizes, or order it without a size.",
  size_chosen: "This is a size. An order without a size names the style.",
  other_style: "Choose a size of the same product.",
  decoration_needed: "Choose a decoration.",
  order_submitted: "This order has been submitted. It can no longer be changed.",
  already_submitted: "This order has been submitted already.",
  already_requested: "This request is waiting for approval. Withdraw it to change it.",
  not_requested: "This order is not waiting for approval.",
  line_allocated: "Stock is allocated to this line. It can no longer be deleted or replaced.",
  no_lines: "Add something to this order first.",
  site_needed: "Choose a site.",
  address_needed: "Confirm the delivery address.",
  po_needed: "A PO reference is needed.",
  cost_code_needed: "A cost code is needed.",
  terms_needed: "Accept the terms to submit the order.",
  sizes_missing: "There are still order lines with missing sizes. Please choose all sizes before ordering.",
  no_longer_offered: (product2) => `${product2} is no longer offered to its wearer. Take it off the order.`,
  confirm_missing_sizes: "Some sizes are missing. Confirm to order without them; their wearers are asked for them by e-mail.",
  size_link_unknown: "This link does not open anything. Use the whole link from your latest e-mail, or ask whoever ordered for you to send it again.",
  size_link_expired: "This link is too old. Ask whoever ordered for you to send it again.",
  size_link_sized: "All your sizes for this order are chosen already. There is nothing left to do.",
  size_link_cancelled: "This order was cancelled. No sizes are needed any more.",
  not_your_line: "This line does not wait for your size.",
  chosen_twice: "Choose one size for each line.",
  already_asked: "They were asked a few minutes ago. Give them a moment before you ask again.",
  sizes_complete: "No sizes are missing on this order.",
  nobody_to_ask: "No size is missing for this employee.",
  qty_promised: (least) => `At least ${least} of this line ${least === 1 ? "is" : "are"} allocated, shipped or cancelled already.`,
  nothing_to_change: "Say what to change.",
  over_budget: "Placing this order will go over budget",
  budget_arithmetic: (who3, role2, value2, spent, order, over) => `${who3}, ${role2}: budget ${value2}, spent ${spent}, this order ${order}, over by ${over}.`,
  nothing_to_reorder: "Nothing of this order can be ordered again.",
  name_needed: "Enter a name.",
  email_invalid: "Enter a whole email address, such as name@company.co.uk",
  at_most: (characters) => `At most ${characters} characters`,
  email_taken: "This email address already exists",
  unknown_employee_role: "This role does not exist, or not for this employee.",
  unknown_clothing_set: "This clothing set does not exist, or not for this employee.",
  unknown_postcode: "This is not a UK postcode.",
  postcode_unavailable: "Addresses cannot be looked up at the moment. Type the address, or try again in a while.",
  // Returns
  unknown_line: "This line is not part of the order.",
  line_twice: "This line is in the list twice.",
  non_returnable: "Non-returnable",
  returnable: (most3) => most3 > 0 ? `Only ${most3} of this line can be returned.` : "Nothing of this line can be returned.",
  return_reason_needed: "Choose a reason.",
  unknown_return_reason: "There is no such reason.",
  nothing_to_return: "Say how many of what you send back.",
  already_finalised: "This return has been decided already.",
  over_approval: (most3) => `Only ${most3} ${most3 === 1 ? "is" : "are"} asked for.`
};

// shared/verdict.ts
var allow = { ok: true };
function refuse(code, message, field) {
  return field === void 0 ? { ok: false, code, message } : { ok: false, code, message, field };
}
var all = (...verdicts2) => verdicts2.find((verdict) => !verdict.ok) ?? allow;

// shared/picking/pick-facts.ts
var isFullyPicked = (line2) => line2.qty_picked >= line2.qty_allocated;

// shared/picking/record-pick.ts
import { z as z4 } from "zod";

// shared/picking/on-floor.ts
function checkOnFloor(pick) {
  if (pick.state === "shipped") return refuse("order_shipped", messages.already_dispatched);
  if (pick.state !== "closed") return allow;
  return pick.close_reason === "cancelled" ? refuse("order_cancelled", messages.order_cancelled) : refuse("pick_closed", messages.pick_closed);
}
var checkNotFrozen = (pick) => pick.is_frozen ? refuse("order_frozen", messages.order_held) : allow;
function checkNotPicked(pick) {
  const there = checkOnFloor(pick);
  if (!there.ok) return there;
  const done = pick.state === "picked" || pick.state === "booked" || pick.state === "awaiting_courier";
  return done ? refuse("already_picked", messages.already_picked) : allow;
}
function checkPicker(pick, actor) {
  if (actor.role === "super" || pick.picker?.id === actor.id) return allow;
  return refuse("not_picker", messages.not_picker(pick.picker?.name ?? null));
}

// shared/picking/record-pick.ts
var recordPick = z4.object({
  qty_picked: z4.int().nonnegative().max(1e5),
  code: z4.string().trim().max(60).nullish(),
  other_reason: z4.string().trim().max(500).nullish()
});
function checkPick(line2, pick, reasons) {
  if (pick.qty_picked > line2.qty_allocated) return refuse("over_pick", messages.over_pick(line2.qty_allocated), "qty_picked");
  if (!pick.code || pick.qty_picked === line2.qty_allocated) return allow;
  const reason = reasons.find(({ code }) => code === pick.code);
  if (!reason) return refuse("reason_unknown", messages.select_reason, "code");
  if (reason.requires_input && !pick.other_reason) return refuse("details_required", messages.details_required, "other_reason");
  return allow;
}
function checkRecording(pick, actor) {
  const now = all(checkOnFloor(pick), checkNotFrozen(pick), checkNotPicked(pick));
  if (!now.ok) return now;
  if (pick.state === "released") return refuse("not_picking", messages.not_picking);
  if (pick.state === "paused") return refuse("pick_paused", messages.pick_paused);
  return checkPicker(pick, actor);
}
function pickedFacts(line2, pick) {
  if (isFullyPicked({ qty_picked: pick.qty_picked, qty_allocated: line2.qty_allocated }) || !pick.code)
    return { qty_picked: pick.qty_picked, code: null, other_reason: null };
  return { qty_picked: pick.qty_picked, code: pick.code, other_reason: pick.other_reason || null };
}

// shared/picking/complete-pick.ts
var checkCompletePick = (lines2) => lines2.every((line2) => isFullyPicked(line2) || line2.code) ? allow : refuse("reason_required", messages.select_reason, "code");
function checkMoveToPrep(pick, lines2, actor) {
  const now = checkRecording(pick, actor);
  return now.ok ? checkCompletePick(lines2) : now;
}
function afterPick(lines2, wearers2 = new Set(lines2.map((line2) => line2.employee_id)).size) {
  if (lines2.every((line2) => line2.qty_picked === 0)) return "closed";
  return wearers2 > 1 || lines2.some((line2) => line2.decoration) ? "picked" : "booked";
}

// shared/sync/overlay.ts
init_rows();
var touchKey = (kind, id9) => `${kind}:${id9}`;
var noRows = () => Object.fromEntries(kinds.map((kind) => [kind, /* @__PURE__ */ new Map()]));
var Overlay = class {
  #draft = {};
  #rows;
  #waiting;
  #current = "";
  constructor(floor) {
    this.#rows = floor.rows;
    this.#waiting = new Map([...floor.waiting].map(([key, ms]) => [key, [...ms]]));
  }
  begin(m) {
    this.#current = m;
  }
  read(kind) {
    return this.#draft[kind] ?? this.#rows[kind];
  }
  #write(kind) {
    const draft = this.#draft;
    const copy = draft[kind] ?? new Map(this.#rows[kind]);
    draft[kind] = copy;
    return copy;
  }
  put(kind, key, row2) {
    this.#write(kind).set(key, row2);
  }
  drop(kind, key) {
    this.#write(kind).delete(key);
  }
  touch(kind, id9) {
    const key = touchKey(kind, id9);
    const ms = this.#waiting.get(key);
    if (ms) ms.push(this.#current);
    else this.#waiting.set(key, [this.#current]);
  }
  pick(pick_id) {
    for (const pick of this.read("pick").values()) if (pick.id === pick_id) return pick;
    return void 0;
  }
  lines(pick_id) {
    return [...this.read("pick_line").values()].filter((line2) => line2.pick_id === pick_id);
  }
  /** The pick with its lines is gone from the screens. */
  close(pick) {
    this.drop("pick", pick.uuid);
    for (const line2 of this.lines(pick.id)) this.drop("pick_line", line2.id);
  }
  change(pick_id, change) {
    this.touch("pick", pick_id);
    const pick = this.pick(pick_id);
    if (!pick) return;
    this.touch("order", pick.uuid);
    const to = change(pick);
    if (to === "gone") this.close(pick);
    else this.put("pick", pick.uuid, { ...pick, ...to });
  }
  done() {
    return { rows: { ...this.#rows, ...this.#draft }, waiting: this.#waiting };
  }
};
var reducers = {
  "pick.start": (over, { a, actor, at }) => over.change(a.pick_id, (pick) => ({
    state: "picking",
    picker: actor,
    started_at: pick.started_at ?? at,
    claimed_at: pick.picker?.id === actor.id ? pick.claimed_at : at,
    paused_at: null
  })),
  "pick.record_line": (over, { a, actor, at }) => {
    over.touch("pick_line", a.pick_line_id);
    over.change(a.pick_id, () => ({}));
    const line2 = over.read("pick_line").get(a.pick_line_id);
    if (!line2 || line2.product_id !== a.product_id) return;
    over.put("pick_line", line2.id, { ...line2, ...pickedFacts(line2, a), picked_by: actor.id, picked_at: at });
  },
  "pick.pause": (over, { a, at }) => over.change(a.pick_id, (pick) => ({ state: "paused", paused_at: pick.paused_at ?? at })),
  "pick.resume": (over, { a }) => over.change(a.pick_id, () => ({ state: "picking", paused_at: null })),
  "pick.handover": (over, { a, actor, at }) => over.change(a.pick_id, () => ({
    state: "released",
    picker: null,
    claimed_at: null,
    paused_at: null,
    handed_over: { name: actor.name, at }
  })),
  "pick.assign_tote": (over, { a }) => over.change(a.pick_id, () => ({ tote: a.tote })),
  "pick.send_back": (over, { a }) => over.change(a.pick_id, () => "gone"),
  "pick.complete": (over, { a, at }) => over.change(a.pick_id, (pick) => {
    const next2 = afterPick(over.lines(pick.id), pick.wearer_count);
    if (next2 === "closed" || next2 === "booked" && pick.skip_dispatch) return "gone";
    return { state: next2, picked_at: at, booked_at: next2 === "booked" ? at : null };
  }),
  "prep.tick_line": (over, { a, at }) => {
    over.touch("pick_line", a.pick_line_id);
    over.change(a.pick_id, () => ({}));
    const line2 = over.read("pick_line").get(a.pick_line_id);
    if (line2) over.put("pick_line", line2.id, { ...line2, prep_ticked_at: a.ticked ? at : null });
  },
  "prep.complete": (over, { a, at }) => over.change(a.pick_id, (pick) => pick.skip_dispatch ? "gone" : { state: "booked", booked_at: at }),
  "dispatch.request": (over, { a }) => {
    for (const { uuid } of a.orders) {
      const pick = over.read("pick").get(uuid);
      if (pick) over.change(pick.id, () => ({ state: "awaiting_courier" }));
      else over.touch("order", uuid);
    }
  },
  "dispatch.edit": (over, { a: { dispatch_id, ...fields } }) => {
    over.touch("dispatch", dispatch_id);
    const dispatch = over.read("dispatch").get(dispatch_id);
    if (!dispatch) return;
    const named7 = Object.fromEntries(Object.entries(fields).filter(([, value2]) => value2 !== void 0));
    over.put("dispatch", dispatch_id, { ...dispatch, ...named7 });
  },
  "dispatch.set_tracking": (over, { a }) => {
    over.touch("dispatch", a.dispatch_id);
    const dispatch = over.read("dispatch").get(a.dispatch_id);
    if (!dispatch) return;
    over.put("dispatch", a.dispatch_id, { ...dispatch, tracking_number: a.tracking_number, consignment_number: a.consignment_number });
  },
  "stock.request_count": (over, { a }) => {
    over.touch("product", a.product_id);
    if (a.pick_line_id) over.touch("pick_line", a.pick_line_id);
  },
  "print.request": (over, { a, at }) => {
    if (a.what === "dispatch_labels") for (const id10 of a.dispatch_ids) over.touch("dispatch", id10);
    if (a.what === "picking_list") over.touch("pick", a.pick_id);
    if (a.what !== "bag_label") return;
    const id9 = bagId(a.pick_id, a.employee_id);
    over.touch("bag", id9);
    over.put("bag", id9, { id: id9, pick_id: a.pick_id, employee_id: a.employee_id, label_printed_at: at });
  },
  "outcome.resolve": (over, { a }) => over.touch("outcome", a.m)
};
function layOver(floor, mutations2) {
  if (mutations2.length === 0) return floor;
  const over = new Overlay(floor);
  for (const mutation of mutations2) {
    over.begin(mutation.m);
    reducers[mutation.n](over, mutation);
  }
  return over.done();
}

// pwa/offline/cache.ts
init_rows();
var start = { k: "position", cursor: null, lm: {}, rev: 0, synced_at: null };
var Cache = class {
  #store;
  constructor(store2) {
    this.#store = store2;
  }
  standing() {
    return this.#store.read(async (t) => {
      const position2 = await positionOf(t);
      const staging = await stagingOf(t);
      return { cursor: staging?.cursor ?? position2.cursor, is_paging: staging !== void 0, lm: position2.lm, rev: position2.rev };
    });
  }
  /** The rows and the last mutations they contain, read together; the rows only where they are others than of `rev`. */
  rows(rev) {
    return this.#store.read(async (t) => {
      const position2 = await positionOf(t);
      const rows2 = position2.rev === rev ? null : sortOut(await t.rows.all());
      return { rev: position2.rev, lm: position2.lm, synced_at: position2.synced_at, rows: rows2 };
    });
  }
  /** Takes the pull of an answer over, where it still answers the question that is asked now. */
  apply(asked3, answer, synced_at) {
    return this.#store.write(async (t) => {
      const position2 = await positionOf(t);
      const staging = await stagingOf(t);
      if (!answer.cursor || !isSame(asked3, staging?.cursor ?? position2.cursor)) return { did: "stale" };
      const goesOn = staging !== void 0 && (!answer.full || staging.full && staging.epoch === answer.cursor.epoch && staging.v0 === answer.cursor.v);
      if (!goesOn) await t.staged.clear();
      if (answer.more) {
        const pages2 = goesOn ? await t.staged.all() : [];
        await t.staged.put([{ i: pages2.length, patch: answer.patch }]);
        const first = goesOn ? staging : { k: "staging", full: answer.full, epoch: answer.cursor.epoch, v0: answer.cursor.v };
        await t.meta.put([{ ...first, cursor: answer.cursor }]);
        return { did: "staged" };
      }
      const isFull = goesOn ? staging.full : answer.full;
      const pages = goesOn ? (await t.staged.all()).map(({ patch: patch2 }) => patch2) : [];
      if (isFull) await t.rows.clear();
      let isOther = isFull;
      for (const patch2 of [...pages, answer.patch]) if (await applyPatch(t, patch2)) isOther = true;
      await t.staged.clear();
      await t.meta.delete(["staging"]);
      const isSameEpoch = position2.cursor?.epoch === answer.cursor.epoch;
      const lm = isSameEpoch ? later(position2.lm, answer.lm) : answer.lm;
      const rev = isOther ? position2.rev + 1 : position2.rev;
      await t.meta.put([{ k: "position", cursor: answer.cursor, lm, rev, synced_at }]);
      return { did: "committed", rev, lm };
    });
  }
};
var positionOf = async (t) => await t.meta.get("position") ?? start;
var stagingOf = async (t) => await t.meta.get("staging");
var isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
function later(known2, told) {
  const lm = { ...known2 };
  for (const [c2, s] of Object.entries(told)) lm[c2] = Math.max(s, lm[c2] ?? 0);
  return lm;
}
var COMPARED = 100;
var isKind = (kind) => kinds.includes(kind);
var ofPick = /* @__PURE__ */ new Set(["pick_line", "prep_order", "bag"]);
function keyIn(kind, row2) {
  const key = kind === "pick" ? row2.uuid : kind === "prep_order" ? row2.pick_id : kind === "shipping_service" ? row2.service_key : row2.id;
  return typeof key === "string" || typeof key === "number" ? key : void 0;
}
async function applyPatch(t, patch2) {
  let isOther = false;
  for (const [kind, { put, del }] of Object.entries(patch2)) {
    if (!isKind(kind)) continue;
    if (kind === "pick") await dropRounds(t, put, del);
    const before = put.length <= COMPARED ? await Promise.all(put.map((row2) => t.rows.get([kind, keyIn(kind, row2) ?? ""]))) : [];
    const rows2 = [];
    for (const [i, row2] of put.entries()) {
      const key = keyIn(kind, row2);
      const isSame2 = before[i] !== void 0 && JSON.stringify(before[i].row) === JSON.stringify(row2);
      if (key !== void 0 && !isSame2) rows2.push({ kind, key, pick_id: ofPick.has(kind) ? Number(row2.pick_id) : null, row: row2 });
    }
    await t.rows.delete(del.map((key) => [kind, key]));
    await t.rows.put(rows2);
    if (rows2.length + del.length > 0) isOther = true;
  }
  return isOther;
}
async function dropRounds(t, put, del) {
  const next2 = new Map(put.map((row2) => [row2.uuid, row2.id]));
  for (const uuid of [...del, ...put.map((row2) => row2.uuid)]) {
    const before = await t.rows.get(["pick", uuid]);
    if (!before || before.row.id === next2.get(uuid)) continue;
    const children = await t.rows.ofPick(Number(before.row.id));
    await t.rows.delete(children.map((child) => [child.kind, child.key]));
  }
}
function sortOut(cached) {
  const rows2 = noRows();
  for (const { kind, key, row: row2 } of cached) if (isKind(kind)) rows2[kind].set(key, row2);
  return rows2;
}

// shared/sync/mutations.ts
init_address();
import { z as z5 } from "zod";
var id2 = z5.int().positive();
var digest = z5.string().max(2e5);
var ofPick2 = z5.object({ pick_id: id2 });
var recordLine = z5.object({
  pick_id: id2,
  pick_line_id: id2,
  product_id: id2,
  qty_picked: z5.int().nonnegative().max(1e5),
  code: z5.string().max(60).nullable(),
  other_reason: z5.string().trim().max(500).nullable()
});
var completePick = ofPick2.extend({ digest });
var assignTote = ofPick2.extend({ tote: z5.string().trim().max(40).nullable() });
var tickPrepLine = z5.object({ pick_id: id2, pick_line_id: id2, ticked: z5.boolean() });
var dispatchOrder = z5.object({
  uuid: z5.uuid(),
  service_key: z5.string().max(40),
  total_weight: z5.number().positive().max(1e4),
  total_items: z5.int().positive().max(1e3),
  mark_as_shipped: z5.boolean().optional()
});
var requestDispatch = z5.object({ orders: z5.array(dispatchOrder).min(1).max(200), consolidated: z5.boolean(), digest });
var editDispatch = z5.object({
  dispatch_id: id2,
  service_key: z5.string().max(40).optional(),
  total_weight: z5.number().positive().max(1e4).optional(),
  total_items: z5.int().positive().max(1e3).optional(),
  mark_as_shipped: z5.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: z5.string().trim().max(120).nullish(),
  contact_email: z5.string().trim().max(200).nullish(),
  contact_phone: z5.string().trim().max(64).nullish()
});
var setTracking = z5.object({
  dispatch_id: id2,
  tracking_number: z5.string().trim().min(1).max(80),
  consignment_number: z5.string().trim().max(80).nullable()
});
var requestCount = z5.object({ product_id: id2, pick_line_id: id2.nullable(), qty: z5.int().nonnegative().max(1e6).nullable() });
var requestPrint = z5.discriminatedUnion("what", [
  z5.object({ what: z5.literal("bag_label"), pick_id: id2, employee_id: id2, count: z5.int().positive().max(100) }),
  z5.object({ what: z5.literal("picking_list"), pick_id: id2 }),
  z5.object({ what: z5.literal("dispatch_labels"), dispatch_ids: z5.array(id2).min(1).max(200) })
]);
var choices = ["theirs", "mine", "recount", "dismiss"];
var resolveOutcome = z5.object({ m: z5.uuid(), choice: z5.enum(choices) });
var mutations = {
  "pick.start": { args: ofPick2 },
  "pick.record_line": { args: recordLine },
  "pick.pause": { args: ofPick2 },
  "pick.resume": { args: ofPick2 },
  "pick.handover": { args: ofPick2 },
  "pick.complete": { args: completePick },
  "pick.send_back": { args: ofPick2 },
  "pick.assign_tote": { args: assignTote },
  "prep.tick_line": { args: tickPrepLine },
  "prep.complete": { args: completePick },
  "dispatch.edit": { args: editDispatch },
  "dispatch.request": { args: requestDispatch },
  "dispatch.set_tracking": { args: setTracking },
  "stock.request_count": { args: requestCount },
  "print.request": { args: requestPrint },
  "outcome.resolve": { args: resolveOutcome }
};
var mutationVersions = {
  "pick.start": 1,
  "pick.record_line": 1,
  "pick.pause": 1,
  "pick.resume": 1,
  "pick.handover": 1,
  "pick.complete": 1,
  "pick.send_back": 1,
  "pick.assign_tote": 1,
  "prep.tick_line": 1,
  "prep.complete": 1,
  "dispatch.edit": 1,
  "dispatch.request": 1,
  "dispatch.set_tracking": 1,
  "stock.request_count": 1,
  "print.request": 1,
  "outcome.resolve": 1
};
var mutationNames = Object.keys(mutationVersions);
var isMutationName = (name4) => Object.hasOwn(mutationVersions, name4);

// shared/sync/outcomes.ts
var outcomeCodes = {
  DOUBLE_PICKED: "conflict",
  LINE_CHANGED: "conflict",
  CLAIMED: "conflict",
  PRODUCT_CHANGED: "conflict",
  OVER_ALLOCATED: "conflict",
  AFTER: "conflict",
  DIGEST: "conflict",
  NOT_PICKER: "rejected",
  PICK_CLOSED: "rejected",
  ORDER_CANCELLED: "rejected",
  ORDER_FROZEN: "rejected",
  ALREADY_SHIPPED: "rejected",
  NOT_READY: "rejected",
  NOT_PICKING: "rejected",
  REASON_REQUIRED: "rejected",
  NOT_ALLOWED: "rejected",
  ACTOR_UNKNOWN: "rejected",
  ACTOR_DISABLED: "rejected",
  INVALID: "rejected",
  M_REUSED: "rejected",
  INTERNAL: "rejected"
};
var applied = { outcome: "applied", code: null };
var noop = { outcome: "noop", code: null };
var refused = (code) => ({ outcome: outcomeCodes[code], code });
var codeOfRefusal = {
  already_claimed: "CLAIMED",
  already_dispatched: "ALREADY_SHIPPED",
  already_picked: "PICK_CLOSED",
  booking_in_flight: "ALREADY_SHIPPED",
  not_picked: "NOT_READY",
  not_picker: "NOT_PICKER",
  not_picking: "NOT_PICKING",
  pick_paused: "NOT_PICKING",
  order_cancelled: "ORDER_CANCELLED",
  order_frozen: "ORDER_FROZEN",
  order_picked: "PICK_CLOSED",
  order_ready: "NOT_READY",
  order_shipped: "ALREADY_SHIPPED",
  pick_closed: "PICK_CLOSED",
  product_changed: "PRODUCT_CHANGED"
};
var codeOfFault = { over_pick: "OVER_ALLOCATED", reason_required: "REASON_REQUIRED" };
var outcomeOfRefusal = (refusal3) => refused(codeOfRefusal[refusal3.code] ?? codeOfFault[refusal3.code] ?? "INVALID");
var isRefused = (outcome) => outcome === "conflict" || outcome === "rejected";
var isOver = (code) => code === "PICK_CLOSED" || code === "ORDER_CANCELLED";

// pwa/offline/ledger.ts
init_protocol();
var SENT_DAYS = 14;
var DAY = 864e5;
var clientKey = (c2) => `client:${c2}`;
var factOf = (t, k) => t.facts.get(k);
var keepLoss = (t, lost) => lost.told && lost.seen ? t.facts.delete(["lost"]) : t.facts.put([{ k: "lost", lost }]);
async function standIn(t, c2) {
  let current = c2;
  for (; ; ) {
    const fact = await factOf(t, clientKey(current));
    if (!fact?.replaced_by) return { c: current, fact };
    current = fact.replaced_by;
  }
}
var Ledger = class {
  #store;
  #clock;
  #random;
  constructor(store2, { clock, random }) {
    this.#store = store2;
    this.#clock = clock;
    this.#random = random;
  }
  #now() {
    return new Date(this.#clock.now()).toISOString();
  }
  /** Who this tablet is; made the first time. */
  device() {
    return this.#store.write(async (t) => {
      const last_q = (await factOf(t, "last"))?.q ?? 0;
      const known2 = await factOf(t, "device");
      if (known2) return { device: known2.device, secret: known2.secret, is_new: false, last_q };
      const made = { device: this.#random.uuid(), secret: this.#random.secret() };
      await t.facts.put([{ k: "device", ...made, persisted: null }]);
      return { ...made, is_new: true, last_q };
    });
  }
  /** Keeps whether the browser promised not to evict this tablet's data. */
  async persisted(persisted) {
    await this.#store.write(async (t) => {
      const known2 = await factOf(t, "device");
      if (known2) await t.facts.put([{ ...known2, persisted }]);
    });
  }
  /** Whether the browser promised not to evict; null before it was asked. */
  isPersisted() {
    return this.#store.read(async (t) => (await factOf(t, "device"))?.persisted ?? null);
  }
  /** Keeps the notice of an eviction, and lets the order go on where the mirror says it was. */
  async noteLoss(lost, q) {
    await this.#store.write(async (t) => {
      const last = await factOf(t, "last");
      await t.facts.put([{ k: "lost", lost }]);
      if ((last?.q ?? 0) < q) await t.facts.put([{ k: "last", q, m: last?.m ?? "" }]);
    });
  }
  /** The office has been told of the loss. */
  async lossTold() {
    await this.#store.write(async (t) => {
      const noted = await factOf(t, "lost");
      if (noted) await keepLoss(t, { ...noted.lost, told: true });
    });
  }
  /** A person has read the notice. It is kept until the office has been told. */
  async lossSeen() {
    await this.#store.write(async (t) => {
      const noted = await factOf(t, "lost");
      if (noted) await keepLoss(t, { ...noted.lost, seen: true });
    });
  }
  /**
   * Writes actions down, all or none of them. When it resolves they survive the death of the app; the same `m` is written once. `known` is
   * how far the writer knew the queue when it made them: only what came after is read again, so that a long queue costs no more than a
   * short one.
   */
  write(c2, actions, known2 = 0) {
    return this.#store.write(async (t) => {
      const newer = await t.outbox.after(known2);
      const { c: client, fact } = await standIn(t, c2);
      let s = fact?.next_s ?? 1;
      let last = await factOf(t, "last");
      const made = [];
      const rows2 = actions.map((action) => {
        const before = newer.find(({ m }) => m === action.m);
        if (before) return before;
        const { seen, ...rest } = action;
        const row2 = {
          ...rest,
          q: (last?.q ?? 0) + 1,
          c: client,
          s,
          nv: mutationVersions[action.n],
          base: Object.fromEntries(seen.map((line2) => [lineBaseKey(line2.pick_line_id), baseFor(line2, [...newer, ...made])])),
          seen: Object.fromEntries(seen.map((line2) => [lineBaseKey(line2.pick_line_id), line2.facts]))
        };
        made.push(row2);
        s += 1;
        last = { k: "last", q: row2.q, m: row2.m };
        return row2;
      });
      const newest2 = made.at(-1);
      if (!newest2 || !last) return rows2;
      await t.outbox.put(made);
      await t.facts.put([last, { k: clientKey(client), next_s: s, replaced_by: null, at: newest2.at }]);
      return rows2;
    });
  }
  /** What waits and what became of things. */
  view() {
    return this.#store.read(async (t) => ({
      queue: await t.outbox.all(),
      outcomes: (await t.outcomes.all()).sort((a, b) => a.place - b.place),
      lost: (await factOf(t, "lost"))?.lost ?? null
    }));
  }
  /** What the office has accepted lately, newest first. */
  sent() {
    return this.#store.read(async (t) => (await t.sent.all()).reverse());
  }
  /**
   * The waiting rows in their order, without those that are done: their outcome is known here, and `lm` counts them. With the epoch they
   * belong to, and the last one before them.
   */
  toSend(lm) {
    return this.#store.read(async (t) => {
      const queue = await t.outbox.all();
      const answered = new Set((await t.outcomes.all()).map(({ m }) => m));
      return {
        rows: queue.filter(({ m, c: c2, s }) => !answered.has(m) || s > (lm[c2] ?? 0)),
        waiting: queue.length,
        clients: [...new Set(queue.map(({ c: c2 }) => c2))],
        epoch: (await factOf(t, "epoch"))?.epoch ?? null,
        reached: await factOf(t, "reached") ?? null,
        lost: (await factOf(t, "lost"))?.lost ?? null
      };
    });
  }
  /** Every client that has a row here, waiting or sent. */
  clients() {
    return this.#store.read(async (t) => [...new Set([...await t.sent.all(), ...await t.outbox.all()].map(({ c: c2 }) => c2))]);
  }
  /** Keeps what became of the mutations of one request; with `open`, the complete list of this device's open outcomes too. */
  async answered(results, open4) {
    if (results.length === 0 && !open4) return;
    const at = this.#now();
    await this.#store.write(async (t) => {
      const queue = new Map((await t.outbox.all()).map((row2) => [row2.m, row2]));
      const known2 = new Map((await t.outcomes.all()).map((outcome) => [outcome.m, outcome]));
      for (const [i, { m, outcome, code, server }] of results.entries()) {
        const row2 = queue.get(m);
        const place = known2.size + i;
        if (row2) known2.set(m, { m, n: row2.n, outcome, code, server, at, root_m: null, is_open: isRefused(outcome), place });
      }
      if (open4) takeOpen(known2, open4);
      await t.outcomes.put([...known2.values()]);
    });
  }
  /**
   * Moves to the sent-log what has an outcome and is in the rows that were pulled, and forgets outcomes that nothing waits on. `open`
   * is the complete list that came with those rows: one that came with older rows than the tablet has by now would hide what is newer.
   */
  async prune(lm, epoch, open4 = null) {
    const sent_at = this.#now();
    await this.#store.write(async (t) => {
      const outcomes3 = new Map((await t.outcomes.all()).map((outcome) => [outcome.m, outcome]));
      if (open4) {
        takeOpen(outcomes3, open4);
        await t.outcomes.put([...outcomes3.values()]);
      }
      const queue = await t.outbox.all();
      const done = queue.filter((row2) => outcomes3.has(row2.m) && row2.s <= (lm[row2.c] ?? 0));
      await t.sent.put(
        done.map((row2) => ({ ...row2, outcome: outcomes3.get(row2.m)?.outcome ?? null, code: outcomes3.get(row2.m)?.code ?? null, sent_at }))
      );
      await t.outbox.delete(done.map(({ q }) => q));
      const last = done.at(-1);
      if (last) await t.facts.put([{ k: "reached", c: last.c, s: last.s }]);
      const left2 = new Set(queue.map(({ m }) => m));
      for (const { m } of done) left2.delete(m);
      await t.outcomes.delete([...outcomes3.values()].filter(({ m, is_open }) => !is_open && !left2.has(m)).map(({ m }) => m));
      if (epoch !== null) await t.facts.put([{ k: "epoch", epoch }]);
    });
  }
  /** Forgets what was sent more than 14 days ago, and the clients that nothing is left of. */
  async forgetOld() {
    const before = new Date(this.#clock.now() - SENT_DAYS * DAY).toISOString();
    await this.#store.write(async (t) => {
      const sent = await t.sent.all();
      const old = sent.filter(({ sent_at }) => sent_at < before);
      await t.sent.delete(old.map(({ q }) => q));
      const inUse = new Set([...sent.filter(({ sent_at }) => sent_at >= before), ...await t.outbox.all()].map(({ c: c2 }) => clientKey(c2)));
      const idle = (await t.facts.all()).filter(
        (fact) => fact.k.startsWith("client:") && "at" in fact && fact.at < before && !inUse.has(clientKey(fact.k.slice(7)))
      );
      await t.facts.delete(idle.map(({ k }) => k));
    });
  }
  /** The server knows another mutation under this client's numbers: what waits from there on gets a new client. */
  async fork(c2, fromS) {
    await this.#store.write(async (t) => {
      const rows2 = (await t.outbox.all()).filter((row2) => row2.c === c2 && row2.s >= fromS);
      await this.#rekey(t, rows2, [c2]);
    });
  }
  /** The server has not got all that came before `fromS`: what the sent-log still has is sent again, else the rest gets a new client. */
  async gap(c2, expect, fromS) {
    await this.#store.write(async (t) => {
      const missing4 = (await t.sent.all()).filter((row2) => row2.c === c2 && row2.s >= expect && row2.s < fromS);
      const waiting2 = (await t.outbox.all()).filter((row2) => row2.c === c2 && row2.s >= expect);
      const held3 = waiting2.filter((row2) => row2.s < fromS);
      if (expect < fromS && missing4.length + held3.length === fromS - expect) await unsend(t, missing4);
      else await this.#rekey(t, waiting2, [c2]);
    });
  }
  /**
   * The server was restored from a backup: all that it does not have any more is sent again under a new client, with the same `m`
   * and with the facts seen in place of versions that mean something else now. A client whose last mutation there (`last_m`) is not
   * the one that has this number here was counted on by a copy of this tablet: all that was sent under it is sent again. Done once
   * for an epoch.
   */
  async newEpoch(epoch, lm, last_m = {}) {
    await this.#store.write(async (t) => {
      if ((await factOf(t, "epoch"))?.epoch === epoch) return;
      const sent = await t.sent.all();
      const queue = await t.outbox.all();
      const counted2 = new Set([...sent, ...queue].map(({ c: c2, s, m }) => lm[c2] === s ? `${c2} ${m}` : ""));
      const isShared = (c2) => last_m[c2] !== void 0 && !counted2.has(`${c2} ${last_m[c2]}`);
      const beyond = ({ c: c2, s }) => s > (lm[c2] ?? 0) || isShared(c2);
      await unsend(t, sent.filter(beyond));
      const rows2 = (await t.outbox.all()).filter(beyond);
      await t.outcomes.delete(rows2.map(({ m }) => m));
      const clients = (await t.facts.all()).filter((fact) => fact.k.startsWith("client:") && "next_s" in fact && fact.replaced_by === null);
      await this.#rekey(
        t,
        rows2.map(onFacts),
        clients.map(({ k }) => k.slice("client:".length))
      );
      await t.facts.put([{ k: "epoch", epoch }]);
      await t.facts.delete(["reached"]);
    });
  }
  /** Gives rows, in their order, a client of their own that also takes over for the replaced ones. */
  async #rekey(t, rows2, replaced) {
    const c2 = this.#random.uuid();
    const at = this.#now();
    await t.outbox.put(rows2.map((row2, i) => ({ ...row2, c: c2, s: i + 1 })));
    const old = /* @__PURE__ */ new Set([...replaced, ...rows2.map((row2) => row2.c)]);
    await t.facts.put([
      { k: clientKey(c2), next_s: rows2.length + 1, replaced_by: null, at },
      ...[...old].map((client) => ({ k: clientKey(client), next_s: 1, replaced_by: c2, at }))
    ]);
  }
};
function baseFor(line2, newer) {
  const own2 = newer.findLast((row2) => row2.n === "pick.record_line" && row2.a.pick_line_id === line2.pick_line_id)?.m ?? line2.after;
  return own2 === null ? line2.version : { after: own2 };
}
function takeOpen(known2, open4) {
  const listed2 = new Set(open4.map(({ m }) => m));
  for (const [m, outcome] of known2) if (outcome.is_open && !listed2.has(m)) known2.set(m, { ...outcome, is_open: false });
  for (const [place, { root_m, ...outcome }] of open4.entries()) known2.set(outcome.m, { ...outcome, root_m: root_m ?? null, is_open: true, place });
}
async function unsend(t, rows2) {
  await t.outbox.put(rows2.map(({ outcome: _outcome, code: _code, sent_at: _sent, ...row2 }) => row2));
  await t.outcomes.delete(rows2.map(({ m }) => m));
  await t.sent.delete(rows2.map(({ q }) => q));
}
var onFacts = (row2) => ({
  ...row2,
  base: Object.fromEntries(
    Object.entries(row2.base).map(([key, seen]) => {
      const facts = row2.seen[key];
      return [key, typeof seen === "number" && facts ? { facts } : seen];
    })
  )
});

// server/sync/act-on-dispatch.ts
import { and as and9, eq as eq24, inArray as inArray8, notInArray as notInArray4 } from "drizzle-orm";

// server/db/tables/catalogue.ts
import { sql as sql2 } from "drizzle-orm";

// server/db/dialect.ts
import * as pgCore from "drizzle-orm/pg-core";
import * as sqliteCore from "drizzle-orm/sqlite-core";
var pg = /^postgres(ql)?:\/\//.test(process.env.DATABASE_URL ?? "");
var table = pg ? pgCore.pgTable : sqliteCore.sqliteTable;
var index3 = pg ? pgCore.index : sqliteCore.index;
var uniqueIndex3 = pg ? pgCore.uniqueIndex : sqliteCore.uniqueIndex;
var check3 = pg ? pgCore.check : sqliteCore.check;
var primaryKey3 = pg ? pgCore.primaryKey : sqliteCore.primaryKey;
var desc = (column) => pg ? column.desc().nullsLast() : column;
var pgTime = pgCore.customType({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: (value2) => new Date(value2).toISOString()
});
var sqliteInteger = () => sqliteCore.integer();
var integer3 = () => pg ? pgCore.integer() : sqliteInteger();
var bigInteger = () => pg ? pgCore.bigint({ mode: "number" }) : sqliteInteger();
var sqliteText = () => sqliteCore.text();
var text3 = () => pg ? pgCore.text() : sqliteText();
var time2 = () => pg ? pgTime() : sqliteText();
var sqliteBoolean = () => sqliteCore.integer({ mode: "boolean" });
var boolean2 = () => pg ? pgCore.boolean() : sqliteBoolean();
var sqliteReal = () => sqliteCore.real();
var real2 = () => pg ? pgCore.doublePrecision() : sqliteReal();
var sqliteJson = () => sqliteCore.text({ mode: "json" });
var json = () => pg ? pgCore.jsonb() : sqliteJson();
var id3 = () => pg ? pgCore.bigint({ mode: "number" }).generatedByDefaultAsIdentity().primaryKey() : sqliteCore.integer().primaryKey({ autoIncrement: true });
var c = {
  id: id3,
  /** A foreign key that must be set. */
  ref: (to, actions) => bigInteger().references(to, actions).notNull(),
  maybeRef: (to, actions) => bigInteger().references(to, actions),
  text: () => text3().notNull(),
  maybeText: () => text3(),
  /** Pence. */
  money: () => bigInteger().notNull(),
  maybeMoney: () => bigInteger(),
  /** Pieces; zero unless said. */
  quantity: () => integer3().notNull().default(0),
  count: () => integer3().notNull(),
  maybeCount: () => integer3(),
  /** A sync version or another counter that grows without bound. */
  big: () => bigInteger().notNull().default(0),
  real: () => real2().notNull(),
  flag: () => boolean2().notNull().default(false),
  /** ISO 8601 in UTC with milliseconds and `Z`. */
  time: () => time2().notNull(),
  maybeTime: () => time2(),
  /** YYYY-MM-DD. */
  date: () => text3().notNull(),
  maybeDate: () => text3(),
  json: () => json().$type().notNull(),
  maybeJson: () => json().$type(),
  /** Raised with every change a person makes; an older one sent back is refused as stale. */
  version: () => integer3().notNull().default(1)
};

// server/db/tables/people.ts
import { sql } from "drizzle-orm";

// shared/roles.ts
var roleLabels = {
  employee: "Employee",
  employee_with_order: "Employee, Self Order",
  manager: "Department Manager",
  site_admin: "Site Manager",
  client_admin: "Client Manager",
  embroiderer: "Embroiderer",
  warehouse: "Warehouse",
  super: "Super User"
};
var roles = Object.keys(roleLabels);
var clientRoles = ["employee", "employee_with_order", "manager", "site_admin", "client_admin"];
var isClientRole = (role2) => clientRoles.includes(role2);

// server/db/tables/people.ts
var oneOf = (values) => sql.raw(values.map((value2) => `'${value2}'`).join(", "));
var files = table("files", {
  id: c.id(),
  /** SHA-256 of the content in hex; also its name on disk. */
  hash: c.text().unique(),
  type: c.text(),
  size: c.count(),
  created_at: c.time()
});
var accounts = table(
  "accounts",
  {
    id: c.id(),
    name: c.text(),
    reference: c.text().default(""),
    sku_prefix: c.maybeText(),
    vat_number: c.maybeText(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    invoice_address: c.maybeJson(),
    invoice_detail: c.maybeText(),
    skip_invoice: c.flag(),
    require_po: c.flag(),
    require_cc: c.flag(),
    per_site_invoicing: c.flag(),
    self_order_budgeting: c.flag(),
    logo_file_id: c.maybeRef(() => files.id),
    domain: c.maybeText(),
    custom_video_explainer_url: c.maybeText(),
    is_consolidated_invoicing: c.flag(),
    consolidated_invoice_close_day: c.maybeCount(),
    terms: c.maybeText(),
    version: c.version(),
    created_at: c.time(),
    /** Archived. */
    deleted_at: c.maybeTime()
  },
  (t) => [check3("accounts_close_day", sql`${t.consolidated_invoice_close_day} between 1 and 28`), index3("accounts_by_name").on(t.name)]
);
var sites = table(
  "sites",
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    reference_1: c.maybeText(),
    reference_2: c.maybeText(),
    client_references: c.maybeText(),
    cost_centre: c.maybeText(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    delivery_notification_email: c.maybeText(),
    delivery_notification_phone: c.maybeText(),
    delivery_address: c.json(),
    invoice_address: c.maybeJson(),
    inverse_po: c.flag(),
    inverse_cc: c.flag(),
    is_account_invoice_consolidation_inversed: c.flag(),
    version: c.version(),
    created_at: c.time(),
    deleted_at: c.maybeTime()
  },
  (t) => [index3("sites_by_account").on(t.account_id)]
);
var users = table(
  "users",
  {
    id: c.id(),
    /** Null for the provider's own people. */
    account_id: c.maybeRef(() => accounts.id),
    role: c.text().$type(),
    forenames: c.text(),
    surname: c.text(),
    /** Kept in lower case; null for a wearer who never signs in. */
    email: c.maybeText(),
    employee_number: c.maybeText(),
    contact_phone: c.maybeText(),
    sex: c.maybeText().$type(),
    password_hash: c.maybeText(),
    /** Hash of the short number by which floor staff choose themselves on a shared tablet. */
    pin_hash: c.maybeText(),
    can_view_restricted_products: c.flag(),
    is_supervised_orderer: c.flag(),
    is_disabled: c.flag(),
    version: c.version(),
    v: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime()
  },
  (t) => [
    check3("users_role", sql`${t.role} in (${oneOf(roles)})`),
    check3("users_sex", sql`${t.sex} in ('m', 'f')`),
    check3("users_account_by_role", sql`(${t.account_id} is null) = (${t.role} in ('super', 'warehouse', 'embroiderer'))`),
    check3("users_email_lower", sql`${t.email} = lower(${t.email})`),
    uniqueIndex3("users_email").on(t.email).where(sql`${t.deleted_at} is null`),
    index3("users_by_account").on(t.account_id, t.surname),
    index3("users_by_v").on(t.v)
  ]
);
var userSites = table(
  "user_sites",
  { user_id: c.ref(() => users.id, { onDelete: "cascade" }), site_id: c.ref(() => sites.id, { onDelete: "cascade" }) },
  (t) => [primaryKey3({ columns: [t.user_id, t.site_id] }), index3("user_sites_by_site").on(t.site_id)]
);
var employeeRoles = table(
  "employee_roles",
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    client_references: c.maybeText(),
    budget_code: c.maybeText(),
    is_budgeted: c.flag(),
    is_budget_forceable: c.flag(),
    /** Pence a period for each employee in the role; null is unlimited. */
    budget_value: c.maybeMoney(),
    budget_forced_alert_email: c.maybeText(),
    budget_start_date: c.maybeDate(),
    /** Months. */
    budget_duration: c.maybeCount(),
    version: c.version(),
    created_at: c.time(),
    deleted_at: c.maybeTime()
  },
  (t) => [
    check3("employee_roles_duration", sql`${t.budget_duration} in (1, 3, 6, 12)`),
    check3("employee_roles_value", sql`${t.budget_value} >= 0`),
    check3("employee_roles_budgeted", sql`not ${t.is_budgeted} or (${t.budget_start_date} is not null and ${t.budget_duration} is not null)`),
    index3("employee_roles_by_account").on(t.account_id)
  ]
);
var userEmployeeRoles = table(
  "user_employee_roles",
  { user_id: c.ref(() => users.id, { onDelete: "cascade" }), employee_role_id: c.ref(() => employeeRoles.id, { onDelete: "cascade" }) },
  (t) => [primaryKey3({ columns: [t.user_id, t.employee_role_id] }), index3("user_employee_roles_by_role").on(t.employee_role_id)]
);
var budgetLocks = table(
  "budget_locks",
  { user_id: c.ref(() => users.id, { onDelete: "cascade" }), employee_role_id: c.ref(() => employeeRoles.id, { onDelete: "cascade" }) },
  (t) => [primaryKey3({ columns: [t.user_id, t.employee_role_id] })]
);
var sessions = table(
  "sessions",
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in hex; the token itself is never stored. */
    token_hash: c.text().unique(),
    impersonator_id: c.maybeRef(() => users.id),
    device_name: c.maybeText(),
    user_agent: c.maybeText(),
    address: c.maybeText(),
    /** Minutes by which use extends the session; null for one that ends at a fixed time. */
    slides_minutes: c.maybeCount(),
    created_at: c.time(),
    last_seen_at: c.time(),
    expires_at: c.time()
  },
  (t) => [index3("sessions_by_user").on(t.user_id), index3("sessions_by_expiry").on(t.expires_at)]
);
var passwordResets = table("password_resets", {
  id: c.id(),
  user_id: c.ref(() => users.id, { onDelete: "cascade" }),
  token_hash: c.text().unique(),
  created_at: c.time(),
  expires_at: c.time(),
  used_at: c.maybeTime()
});
var loginFailures = table("login_failures", { id: c.id(), email: c.text(), address: c.text(), at: c.time() }, (t) => [
  index3("login_failures_by_email").on(t.email, t.at),
  index3("login_failures_by_address").on(t.address, t.at)
]);
var savedAddresses = table(
  "saved_addresses",
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: "cascade" }),
    address_line_1: c.text(),
    address_line_2: c.maybeText(),
    address_line_3: c.maybeText(),
    address_line_4: c.maybeText(),
    address_line_5: c.maybeText(),
    postcode: c.text(),
    created_at: c.time()
  },
  (t) => [index3("saved_addresses_by_user").on(t.user_id), index3("saved_addresses_by_postcode").on(t.postcode)]
);
var notifications = table(
  "notifications",
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: "cascade" }),
    data: c.json(),
    created_at: c.time(),
    read_at: c.maybeTime()
  },
  (t) => [index3("notifications_by_user").on(t.user_id, t.id), index3("notifications_unread").on(t.user_id).where(sql`${t.read_at} is null`)]
);

// server/db/tables/catalogue.ts
var suppliers = table("suppliers", {
  id: c.id(),
  name: c.text(),
  code: c.text().unique(),
  address_line_1: c.maybeText(),
  address_line_2: c.maybeText(),
  address_line_3: c.maybeText(),
  /** The postcode. */
  address_line_4: c.maybeText(),
  contact_name: c.maybeText(),
  sales_email: c.maybeText(),
  sales_phone: c.maybeText(),
  work_order: c.flag(),
  version: c.version(),
  created_at: c.time(),
  archived_at: c.maybeTime()
});
var categories = table("categories", {
  id: c.id(),
  parent_id: c.maybeRef(() => categories.id),
  name: c.text(),
  position: c.quantity()
});
var products = table(
  "products",
  {
    id: c.id(),
    parent_id: c.maybeRef(() => products.id),
    supplier_id: c.maybeRef(() => suppliers.id),
    category_id: c.maybeRef(() => categories.id),
    sku: c.text().unique(),
    supplier_sku: c.maybeText(),
    name: c.text(),
    brand: c.maybeText(),
    description: c.text().default(""),
    short_description_1: c.text().default(""),
    short_description_2: c.text().default(""),
    cost: c.money().default(0),
    price: c.money().default(0),
    /** Per cent; null is the product's place in the general rate. */
    vat_rate: c.maybeCount(),
    variation_colour: c.maybeText(),
    /** Six hex digits with a leading hash. */
    colour_hex: c.maybeText(),
    variation_size_1: c.maybeText(),
    variation_size_2: c.maybeText(),
    variation_all_size: c.maybeText(),
    variation_material: c.maybeText(),
    variation_decoration: c.maybeText(),
    /** Place among its siblings: sizes in wearing order, not in the order of their letters. */
    position: c.quantity(),
    /** Aisle-bay-level; sorts in walking order. */
    bin: c.maybeText(),
    barcode: c.maybeText(),
    is_public: c.flag(),
    is_published: c.flag(),
    is_public_catalogue: c.flag(),
    is_non_returnable: c.flag(),
    is_restricted: c.flag(),
    is_csp: c.flag(),
    discontinued_at: c.maybeTime(),
    version: c.version(),
    v: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime()
  },
  (t) => [
    check3("products_money", sql2`${t.cost} >= 0 and ${t.price} >= 0`),
    index3("products_by_parent").on(t.parent_id, t.position),
    uniqueIndex3("products_barcode").on(t.barcode).where(sql2`${t.deleted_at} is null`),
    index3("products_by_v").on(t.v)
  ]
);
var productMedia = table(
  "product_media",
  {
    id: c.id(),
    product_id: c.ref(() => products.id, { onDelete: "cascade" }),
    file_id: c.ref(() => files.id),
    position: c.quantity()
  },
  (t) => [index3("product_media_by_product").on(t.product_id, t.position)]
);
var clothingSets = table(
  "clothing_sets",
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    /** Decorations offered with every product of the set, one a line. */
    decoration: c.maybeText(),
    version: c.version(),
    created_at: c.time(),
    deleted_at: c.maybeTime()
  },
  (t) => [index3("clothing_sets_by_account").on(t.account_id)]
);
var clothingSetSites = table(
  "clothing_set_excluded_sites",
  { clothing_set_id: c.ref(() => clothingSets.id, { onDelete: "cascade" }), site_id: c.ref(() => sites.id, { onDelete: "cascade" }) },
  (t) => [primaryKey3({ columns: [t.clothing_set_id, t.site_id] })]
);
var clothingSetProducts = table(
  "clothing_set_products",
  {
    id: c.id(),
    clothing_set_id: c.ref(() => clothingSets.id, { onDelete: "cascade" }),
    product_id: c.ref(() => products.id),
    /** Null is the product's own price. */
    price: c.maybeMoney(),
    name: c.maybeText(),
    description: c.maybeText(),
    /** Decorations offered with this product, one a line; null is the set's. */
    decoration: c.maybeText()
  },
  (t) => [
    uniqueIndex3("clothing_set_products_once").on(t.clothing_set_id, t.product_id),
    index3("clothing_set_products_by_product").on(t.product_id),
    check3("clothing_set_products_price", sql2`${t.price} >= 0`)
  ]
);
var userClothingSets = table(
  "user_clothing_sets",
  { user_id: c.ref(() => users.id, { onDelete: "cascade" }), clothing_set_id: c.ref(() => clothingSets.id, { onDelete: "cascade" }) },
  (t) => [primaryKey3({ columns: [t.user_id, t.clothing_set_id] }), index3("user_clothing_sets_by_set").on(t.clothing_set_id)]
);
var notices = table(
  "notices",
  {
    id: c.id(),
    name: c.text(),
    subject: c.text(),
    starts_at: c.maybeTime(),
    ends_at: c.maybeTime(),
    file_id: c.maybeRef(() => files.id),
    filename: c.maybeText(),
    created_at: c.time()
  },
  (t) => [check3("notices_period", sql2`${t.ends_at} >= ${t.starts_at}`)]
);
var noticeAccounts = table(
  "notice_accounts",
  { notice_id: c.ref(() => notices.id, { onDelete: "cascade" }), account_id: c.ref(() => accounts.id) },
  (t) => [primaryKey3({ columns: [t.notice_id, t.account_id] })]
);
var noticeSites = table(
  "notice_sites",
  { notice_id: c.ref(() => notices.id, { onDelete: "cascade" }), site_id: c.ref(() => sites.id) },
  (t) => [primaryKey3({ columns: [t.notice_id, t.site_id] })]
);
var noticeDownloads = table(
  "notice_downloads",
  { notice_id: c.ref(() => notices.id, { onDelete: "cascade" }), user_id: c.ref(() => users.id, { onDelete: "cascade" }), at: c.time() },
  (t) => [primaryKey3({ columns: [t.notice_id, t.user_id] })]
);

// server/db/tables/floor.ts
import { sql as sql4 } from "drizzle-orm";

// server/db/tables/orders.ts
import { sql as sql3 } from "drizzle-orm";
var orders = table(
  "orders",
  {
    id: c.id(),
    /** Version 7; every route names an order by it. */
    uuid: c.text().unique(),
    account_id: c.ref(() => accounts.id),
    creator_id: c.ref(() => users.id),
    requester_id: c.ref(() => users.id),
    delivery_site_id: c.maybeRef(() => sites.id),
    delivery_address: c.maybeJson(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    client_po_reference: c.maybeText(),
    cost_code: c.maybeText(),
    customer_notes: c.maybeText(),
    customer_comments: c.maybeText(),
    force_over_budget_order: c.flag(),
    terms_accepted_at: c.maybeTime(),
    requested_at: c.maybeTime(),
    declined_reason: c.maybeText(),
    submitted_at: c.maybeTime(),
    /** Who approved a request by submitting it; null where nobody had to. */
    approver_id: c.maybeRef(() => users.id),
    cancelled_at: c.maybeTime(),
    cancelled_by: c.maybeRef(() => users.id),
    printed_at: c.maybeTime(),
    is_frozen: c.flag(),
    frozen_reason: c.maybeText(),
    is_sample: c.flag(),
    skip_dispatch: c.flag(),
    skip_invoicing: c.flag(),
    /** The result of `orderStatus` in shared/ordering/progress.ts, stored so that stages can be listed by an index. */
    status: c.text().$type().default("draft"),
    version: c.version(),
    created_at: c.time(),
    /** When status last became what it is: how long an order has been stuck. */
    status_since: c.time(),
    /** Removed from every list. */
    deleted_at: c.maybeTime()
  },
  (t) => [
    check3("orders_frozen_says_why", sql3`not ${t.is_frozen} or ${t.frozen_reason} is not null`),
    check3("orders_draft_or_not", sql3`${t.cancelled_at} is null or ${t.submitted_at} is not null`),
    index3("orders_newest").on(desc(t.submitted_at), desc(t.id)).where(sql3`${t.deleted_at} is null`),
    index3("orders_by_account").on(t.account_id, desc(t.created_at), desc(t.id)).where(sql3`${t.deleted_at} is null`),
    index3("orders_by_status").on(t.status, desc(t.submitted_at), desc(t.id)).where(sql3`${t.deleted_at} is null`),
    index3("orders_of_account_by_status").on(t.account_id, t.status, t.submitted_at).where(sql3`${t.deleted_at} is null`),
    index3("orders_of_account_submitted").on(t.account_id, t.submitted_at).where(sql3`${t.deleted_at} is null`),
    index3("orders_by_site").on(t.delivery_site_id, desc(t.created_at), desc(t.id)).where(sql3`${t.deleted_at} is null`),
    index3("orders_by_requester").on(t.requester_id, desc(t.created_at), desc(t.id)).where(sql3`${t.deleted_at} is null`),
    index3("orders_by_po").on(t.client_po_reference).where(sql3`${t.client_po_reference} is not null`)
  ]
);
var orderEmployees = table(
  "order_employees",
  { order_id: c.ref(() => orders.id, { onDelete: "cascade" }), employee_id: c.ref(() => users.id) },
  (t) => [primaryKey3({ columns: [t.order_id, t.employee_id] }), index3("order_employees_by_employee").on(t.employee_id, t.order_id)]
);
var orderLines = table(
  "order_lines",
  {
    id: c.id(),
    order_id: c.ref(() => orders.id, { onDelete: "cascade" }),
    employee_id: c.ref(() => users.id),
    /** The SKU, or the parent while no size is chosen. */
    product_id: c.ref(() => products.id),
    /** What is picked in its place after a substitution that the client does not see. */
    picked_product_id: c.maybeRef(() => products.id),
    product_name: c.text(),
    employee_role_id: c.maybeRef(() => employeeRoles.id),
    decoration: c.maybeText(),
    notes: c.maybeText(),
    qty_requested: c.quantity(),
    qty_cancelled: c.quantity(),
    qty_allocated: c.quantity(),
    qty_shipped: c.quantity(),
    unit_price: c.money(),
    is_manually_priced: c.flag(),
    /** Per cent. */
    vat_rate: c.count(),
    is_size_selected: c.flag(),
    version: c.version(),
    created_at: c.time()
  },
  (t) => [
    index3("order_lines_by_order").on(t.order_id),
    index3("order_lines_open_by_product").on(t.product_id).where(sql3`${t.qty_allocated} > 0`),
    index3("order_lines_by_budget").on(t.employee_id, t.employee_role_id),
    check3("order_lines_positive", sql3`${t.qty_requested} >= 0 and ${t.qty_cancelled} >= 0 and ${t.qty_allocated} >= 0 and ${t.qty_shipped} >= 0`),
    check3("promised_within_requested", sql3`${t.qty_allocated} + ${t.qty_shipped} + ${t.qty_cancelled} <= ${t.qty_requested}`),
    check3("unsized_is_not_allocated", sql3`${t.is_size_selected} or ${t.qty_allocated} + ${t.qty_shipped} = 0`),
    check3("order_lines_price", sql3`${t.unit_price} >= 0 and ${t.vat_rate} between 0 and 100`),
    check3("order_lines_decoration", sql3`length(${t.decoration}) <= 200`)
  ]
);
var returnReasons = table("return_reasons", { id: c.id(), description: c.text().unique() });
var returns = table(
  "returns",
  {
    id: c.id(),
    order_id: c.ref(() => orders.id),
    creator_id: c.ref(() => users.id),
    approver_id: c.maybeRef(() => users.id),
    customer_comments: c.maybeText(),
    approver_comments: c.maybeText(),
    created_at: c.time(),
    finalised_at: c.maybeTime()
  },
  (t) => [index3("returns_by_order").on(t.order_id)]
);
var returnLines = table(
  "return_lines",
  {
    id: c.id(),
    return_id: c.ref(() => returns.id, { onDelete: "cascade" }),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    reason_id: c.ref(() => returnReasons.id),
    qty_requested: c.count(),
    qty_approved: c.quantity(),
    outcome: c.maybeText().$type()
  },
  (t) => [
    index3("return_lines_by_return").on(t.return_id),
    index3("return_lines_by_line").on(t.order_line_id),
    check3("return_lines_qty", sql3`${t.qty_requested} > 0 and ${t.qty_approved} between 0 and ${t.qty_requested}`),
    check3("return_lines_outcome", sql3`${t.outcome} in ('restock', 'write_off')`)
  ]
);

// server/db/tables/floor.ts
var roundStates = ["released", "picking", "paused", "picked", "booked", "awaiting_courier", "shipped", "closed"];
var errorCodes = table("error_codes", {
  id: c.id(),
  code: c.text().unique(),
  description: c.text(),
  requires_input: c.flag(),
  v: c.big()
});
var picks = table(
  "picks",
  {
    id: c.id(),
    order_id: c.ref(() => orders.id),
    state: c.text().$type().default("released"),
    picker_id: c.maybeRef(() => users.id),
    tote: c.maybeText(),
    released_at: c.time(),
    started_at: c.maybeTime(),
    /** Since when the present picker has it. */
    claimed_at: c.maybeTime(),
    /** Since when it rests. */
    paused_at: c.maybeTime(),
    /** Who let go of it last, and when. */
    handed_over_by: c.maybeRef(() => users.id),
    handed_over_at: c.maybeTime(),
    picked_at: c.maybeTime(),
    booked_at: c.maybeTime(),
    ended_at: c.maybeTime(),
    /** Why a closed round ended without shipping. */
    close_reason: c.maybeText().$type(),
    v: c.big()
  },
  (t) => [
    check3("picks_state", sql4`${t.state} in ('released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier', 'shipped', 'closed')`),
    check3("picks_ended", sql4`(${t.ended_at} is not null) = (${t.state} in ('shipped', 'closed'))`),
    uniqueIndex3("picks_one_open_round").on(t.order_id).where(sql4`${t.state} not in ('shipped', 'closed')`),
    index3("picks_by_order").on(t.order_id, t.id),
    index3("picks_open").on(t.state).where(sql4`${t.state} not in ('shipped', 'closed')`),
    index3("picks_by_v").on(t.v)
  ]
);
var pickLines = table(
  "pick_lines",
  {
    id: c.id(),
    pick_id: c.ref(() => picks.id, { onDelete: "cascade" }),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    qty_allocated: c.quantity(),
    qty_picked: c.quantity(),
    /** The error code's text where less was picked than allocated. */
    code: c.maybeText(),
    other_reason: c.maybeText(),
    picked_by: c.maybeRef(() => users.id),
    picked_at: c.maybeTime(),
    /** The tablet that recorded it; null when it was recorded online without one. */
    picked_device: c.maybeText(),
    /** Raised only by what matters to a picker: picked, allocated, product, pick closed. */
    fact_version: c.count().default(1),
    prep_ticked_at: c.maybeTime(),
    prep_ticked_by: c.maybeRef(() => users.id),
    v: c.big()
  },
  (t) => [
    check3("picked_within_allocated", sql4`${t.qty_picked} >= 0 and ${t.qty_picked} <= ${t.qty_allocated}`),
    uniqueIndex3("pick_lines_once").on(t.pick_id, t.order_line_id),
    index3("pick_lines_by_order_line").on(t.order_line_id),
    index3("pick_lines_by_v").on(t.v)
  ]
);
var bags = table(
  "bags",
  {
    pick_id: c.ref(() => picks.id, { onDelete: "cascade" }),
    employee_id: c.ref(() => users.id),
    label_printed_at: c.maybeTime(),
    label_printed_by: c.maybeRef(() => users.id),
    v: c.big()
  },
  (t) => [primaryKey3({ columns: [t.pick_id, t.employee_id] }), index3("bags_by_v").on(t.v)]
);
var shelfTasks = table(
  "shelf_tasks",
  {
    id: c.id(),
    pick_line_id: c.ref(() => pickLines.id, { onDelete: "cascade" }),
    product_id: c.ref(() => products.id),
    order_id: c.ref(() => orders.id),
    /** Empty where the pick was recorded without a tablet. */
    device: c.text().default(""),
    qty: c.count(),
    reason: c.text(),
    created_at: c.time(),
    done_at: c.maybeTime(),
    done_by: c.maybeRef(() => users.id),
    v: c.big()
  },
  (t) => [
    uniqueIndex3("shelf_tasks_once").on(t.pick_line_id, t.device),
    check3("shelf_tasks_qty", sql4`${t.qty} >= 0`),
    index3("shelf_tasks_by_v").on(t.v)
  ]
);
var dispatchStates = ["requested", "booking", "failed", "shipped", "void"];
var dispatches = table(
  "dispatches",
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    site_id: c.maybeRef(() => sites.id),
    state: c.text().$type().default("requested"),
    is_consolidated: c.flag(),
    service_key: c.text(),
    carrier: c.text().default("manual"),
    /** Kilograms. */
    total_weight: c.real(),
    /** Boxes. */
    total_items: c.count(),
    mark_as_shipped: c.flag(),
    delivery_address: c.json(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    requested_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    dispatched_at: c.maybeTime(),
    booking_error: c.maybeText(),
    /** Raised when a carrier refuses: what it is asked next is another booking, under another reference. */
    booking_round: c.count().default(1),
    /** Since when the carrier may have this round's booking; null before it was asked. */
    asked_at: c.maybeTime(),
    /** Until when one process alone asks the carrier. */
    asking_until: c.maybeTime(),
    version: c.version(),
    v: c.big()
  },
  (t) => [
    check3("dispatches_state", sql4`${t.state} in ('requested', 'booking', 'failed', 'shipped', 'void')`),
    check3("dispatches_shipped", sql4`(${t.dispatched_at} is not null) = (${t.state} = 'shipped')`),
    check3("dispatches_boxes", sql4`${t.total_items} > 0 and ${t.total_weight} > 0`),
    index3("dispatches_newest").on(desc(t.id)),
    index3("dispatches_by_state").on(t.state, desc(t.id)),
    index3("dispatches_by_account").on(t.account_id, desc(t.id)),
    index3("dispatches_by_site").on(t.site_id, desc(t.id)),
    index3("dispatches_awaiting").on(t.state).where(sql4`${t.state} in ('requested', 'booking', 'failed')`),
    index3("dispatches_by_v").on(t.v)
  ]
);
var dispatchOrders = table(
  "dispatch_orders",
  {
    dispatch_id: c.ref(() => dispatches.id, { onDelete: "cascade" }),
    order_id: c.ref(() => orders.id),
    pick_id: c.ref(() => picks.id)
  },
  (t) => [primaryKey3({ columns: [t.dispatch_id, t.pick_id] }), index3("dispatch_orders_by_order").on(t.order_id)]
);
var dispatchLines = table(
  "dispatch_lines",
  {
    id: c.id(),
    dispatch_id: c.ref(() => dispatches.id, { onDelete: "cascade" }),
    order_id: c.ref(() => orders.id),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    quantity: c.count()
  },
  (t) => [
    index3("dispatch_lines_by_dispatch").on(t.dispatch_id),
    index3("dispatch_lines_by_order_line").on(t.order_line_id),
    check3("dispatch_lines_quantity", sql4`${t.quantity} > 0`)
  ]
);
var consignments = table(
  "consignments",
  {
    id: c.id(),
    dispatch_id: c.ref(() => dispatches.id, { onDelete: "cascade" }).unique(),
    carrier: c.text(),
    consignment_number: c.maybeText(),
    tracking_number: c.maybeText(),
    tracking_url: c.maybeText(),
    created_at: c.time()
  },
  (t) => [index3("consignments_by_tracking").on(t.tracking_number), index3("consignments_by_number").on(t.consignment_number)]
);
var syncClock = table("sync_clock", {
  id: c.id(),
  v: c.big(),
  epoch: c.text(),
  /** Tombstones below this version are gone: who stands below it needs everything again. */
  forgotten_v: c.big()
});
var syncDevices = table("sync_devices", {
  device: c.text().primaryKey(),
  secret_hash: c.text(),
  name: c.maybeText(),
  created_at: c.time(),
  last_seen_at: c.time(),
  /** Raised when one of its open outcomes is resolved, so that it is told. */
  v: c.big()
});
var syncDeviceUsers = table(
  "sync_device_users",
  {
    device: c.text().references(() => syncDevices.device, { onDelete: "cascade" }),
    user_id: c.ref(() => users.id, { onDelete: "cascade" }),
    first_at: c.time(),
    v: c.big()
  },
  (t) => [primaryKey3({ columns: [t.device, t.user_id] })]
);
var syncClients = table("sync_clients", {
  c: c.text().primaryKey(),
  device: c.text().references(() => syncDevices.device),
  lm: c.big(),
  /** The mutation that `lm` counts; null where it is not known. */
  last_m: c.maybeText(),
  created_at: c.time(),
  last_at: c.time()
});
var syncOutcomes = table(
  "sync_outcomes",
  {
    m: c.text().primaryKey(),
    c: c.text().references(() => syncClients.c),
    s: c.big(),
    device: c.text(),
    actor_id: c.maybeCount(),
    bearer_id: c.maybeCount(),
    n: c.text(),
    nv: c.count(),
    /** The mutation as it came, for replay checks and for the office. */
    payload: c.json(),
    payload_hash: c.text(),
    outcome: c.text().$type(),
    code: c.maybeText(),
    server: c.maybeJson(),
    /** The line's version that it left behind: what is built on it is judged against that. */
    fact_version: c.maybeCount(),
    order_id: c.maybeRef(() => orders.id),
    /** The refusal under which this one hangs, where it was refused because of it. */
    root_m: c.maybeText(),
    at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText()
  },
  (t) => [
    check3("sync_outcomes_outcome", sql4`${t.outcome} in ('applied', 'noop', 'conflict', 'rejected')`),
    index3("sync_outcomes_open").on(t.device).where(sql4`${t.outcome} in ('conflict', 'rejected') and ${t.resolved_at} is null`),
    index3("sync_outcomes_by_root").on(t.root_m).where(sql4`${t.root_m} is not null`),
    index3("sync_outcomes_by_age").on(t.at)
  ]
);
var syncFailures = table("sync_failures", { m: c.text().primaryKey(), error: c.text(), attempts: c.count(), at: c.time() });
var syncLosses = table(
  "sync_losses",
  {
    m: c.text().primaryKey(),
    device: c.text().references(() => syncDevices.device),
    /** The identity that was lost with them. */
    lost_device: c.text(),
    n: c.count(),
    /** By the tablet's clock. */
    since: c.maybeText(),
    bearer_id: c.maybeRef(() => users.id),
    at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id)
  },
  (t) => [uniqueIndex3("sync_losses_once").on(t.device, t.lost_device)]
);
var floorOrders = table("floor_orders", { order_id: c.ref(() => orders.id).primaryKey(), entered_v: c.big() }, (t) => [
  index3("floor_orders_by_v").on(t.entered_v)
]);
var syncTombstones = table("sync_tombstones", { id: c.id(), kind: c.text(), key: c.text(), v: c.big(), at: c.time() }, (t) => [
  index3("sync_tombstones_by_v").on(t.v),
  uniqueIndex3("sync_tombstones_once").on(t.kind, t.key)
]);

// server/db/tables/platform.ts
import { sql as sql5 } from "drizzle-orm";
var auditRows = table(
  "audit",
  {
    id: c.id(),
    who_id: c.maybeRef(() => users.id),
    impersonator_id: c.maybeRef(() => users.id),
    at: c.time(),
    what: c.text(),
    on_type: c.text(),
    on_id: c.maybeCount(),
    before: c.maybeJson(),
    after: c.maybeJson(),
    request_id: c.maybeText()
  },
  (t) => [index3("audit_by_thing").on(t.on_type, t.on_id, t.id), index3("audit_by_who").on(t.who_id, t.id)]
);
var outbox = table(
  "outbox",
  {
    id: c.id(),
    account_id: c.maybeRef(() => accounts.id),
    kind: c.text(),
    to: c.text(),
    subject: c.text(),
    text: c.text(),
    html: c.text(),
    created_at: c.time(),
    due_at: c.time(),
    attempts: c.quantity(),
    /** Until then one process has it; after that another may take it over. */
    leased_until: c.maybeTime(),
    sent_at: c.maybeTime(),
    failed_at: c.maybeTime(),
    error: c.maybeText()
  },
  (t) => [index3("outbox_due").on(t.due_at).where(sql5`${t.sent_at} is null and ${t.failed_at} is null`)]
);
var jobs = table(
  "jobs",
  {
    id: c.id(),
    kind: c.text(),
    /** At most one waiting job of a kind has the same key. */
    key: c.text().default(""),
    payload: c.json(),
    created_at: c.time(),
    due_at: c.time(),
    attempts: c.quantity(),
    leased_until: c.maybeTime(),
    done_at: c.maybeTime(),
    failed_at: c.maybeTime(),
    error: c.maybeText()
  },
  (t) => [index3("jobs_due").on(t.due_at).where(sql5`${t.done_at} is null and ${t.failed_at} is null`)]
);
var idempotencyKeys = table(
  "idempotency_keys",
  {
    user_id: c.ref(() => users.id, { onDelete: "cascade" }),
    key: c.text(),
    /** SHA-256 of method, path and body. */
    request_hash: c.text(),
    status: c.count(),
    body: c.maybeText(),
    created_at: c.time()
  },
  (t) => [
    primaryKey3({ columns: [t.user_id, t.key] }),
    index3("idempotency_keys_by_age").on(t.created_at),
    check3("idempotency_status", sql5`${t.status} between 200 and 599`)
  ]
);
var orderTally = table("order_tally", { id: c.id(), account_id: c.ref(() => accounts.id), status: c.text(), n: c.count() }, (t) => [
  index3("order_tally_by_account").on(t.account_id, t.status),
  index3("order_tally_by_status").on(t.status, t.n)
]);
var spendColumns = () => ({
  /** `client`, `site`, `product`, `any_product` or `wearer`. */
  kind: c.text(),
  /** Whose it is a part of: the client's id for sites and products, the employee role's for wearers, 0 for the rest. */
  of_id: c.big(),
  /** A day in the UK as 20261120, or a whole month as 202611. */
  period: c.count(),
  /** The client, site, style or wearer; site 0 is an address without a site. */
  key_id: c.big(),
  /** Orders of clients and sites, pieces of the others. */
  n: c.big(),
  /** Pence ex VAT of submitted orders, neither cancelled nor samples, by the day of their submission. */
  spent: c.big(),
  /** Pence approved for return, on the same day as what was spent. */
  returned: c.big()
});
var spendTally = table("spend_tally", spendColumns(), (t) => [primaryKey3({ columns: [t.kind, t.of_id, t.period, t.key_id] })]);
var spendDifferences = table("spend_differences", spendColumns(), (t) => [
  index3("spend_differences_like_tally").on(t.kind, t.of_id, t.period, t.key_id)
]);

// server/db/tables/sizes.ts
var sizeLinks = table(
  "size_links",
  {
    id: c.id(),
    order_id: c.ref(() => orders.id, { onDelete: "cascade" }),
    employee_id: c.ref(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token; the token itself is in the mail alone. */
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time()
  },
  (t) => [index3("size_links_by_order").on(t.order_id, t.employee_id), index3("size_links_by_age").on(t.expires_at)]
);

// server/db/tables/stock.ts
import { sql as sql6 } from "drizzle-orm";
var stockLevels = table(
  "stock_levels",
  {
    product_id: c.ref(() => products.id).primaryKey(),
    /** On hand. */
    qty_available: c.quantity(),
    qty_allocated: c.quantity()
  },
  (t) => [
    check3("stock_on_hand", sql6`${t.qty_available} >= 0`),
    check3("stock_never_oversold", sql6`${t.qty_allocated} >= 0 and ${t.qty_allocated} <= ${t.qty_available}`)
  ]
);
var stockMovements = table(
  "stock_movements",
  {
    id: c.id(),
    product_id: c.ref(() => products.id),
    type: c.text().$type(),
    /** Pieces: in is positive, out negative. */
    qty: c.count(),
    /** What a person would look it up by, such as an order or purchase order number. */
    reference: c.maybeText(),
    reason: c.maybeText(),
    dispatch_id: c.maybeCount(),
    user_id: c.maybeRef(() => users.id),
    created_at: c.time()
  },
  (t) => [
    check3("stock_movements_type", sql6`${t.type} in ('PURCHASE_ORDER', 'DISPATCH', 'ORDER_RETURN', 'SUPPLIER_RETURN', 'ADJUSTMENT', 'IMPORT')`),
    check3("stock_movements_qty", sql6`${t.qty} <> 0`),
    index3("stock_movements_by_product").on(t.product_id, t.id)
  ]
);
var stockChecks = table(
  "stock_checks",
  {
    id: c.id(),
    product_id: c.ref(() => products.id),
    pick_line_id: c.maybeCount(),
    /** Pieces that were not found; left out of automatic allocation while open. */
    qty_short: c.count(),
    code: c.maybeText(),
    other_reason: c.maybeText(),
    opened_by: c.maybeRef(() => users.id),
    opened_at: c.time(),
    closed_at: c.maybeTime(),
    closed_by: c.maybeRef(() => users.id)
  },
  (t) => [check3("stock_checks_short", sql6`${t.qty_short} > 0`), index3("stock_checks_open").on(t.product_id).where(sql6`${t.closed_at} is null`)]
);
var countRequests = table(
  "count_requests",
  {
    id: c.id(),
    m: c.text().unique(),
    product_id: c.ref(() => products.id),
    pick_line_id: c.maybeCount(),
    /** Null where nobody has counted yet. */
    qty: c.maybeCount(),
    requested_by: c.maybeRef(() => users.id),
    device: c.maybeText(),
    created_at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText()
  },
  (t) => [check3("count_requests_qty", sql6`${t.qty} >= 0`), index3("count_requests_open").on(t.id).where(sql6`${t.resolved_at} is null`)]
);
var purchaseOrders = table(
  "purchase_orders",
  {
    id: c.id(),
    our_reference: c.text(),
    supplier_reference: c.maybeText(),
    supplier_id: c.ref(() => suppliers.id),
    account_id: c.maybeRef(() => accounts.id),
    contact_name: c.maybeText(),
    contact_phone: c.maybeText(),
    contact_email: c.maybeText(),
    private_notes: c.maybeText(),
    public_notes: c.maybeText(),
    work_order: c.flag(),
    due_on: c.maybeDate(),
    version: c.version(),
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    approved_at: c.maybeTime(),
    cancelled_at: c.maybeTime(),
    closed_at: c.maybeTime()
  },
  (t) => [uniqueIndex3("purchase_orders_reference").on(t.our_reference), index3("purchase_orders_by_supplier").on(t.supplier_id)]
);
var purchaseOrderLines = table(
  "purchase_order_lines",
  {
    id: c.id(),
    purchase_order_id: c.ref(() => purchaseOrders.id, { onDelete: "cascade" }),
    product_id: c.ref(() => products.id),
    qty_requested: c.quantity(),
    qty_received: c.quantity(),
    unit_price: c.money(),
    notes: c.maybeText(),
    /** Set while more may still come in: approved, neither cancelled nor closed. Kept with the order's state. */
    is_open: c.flag()
  },
  (t) => [
    check3("purchase_order_lines_qty", sql6`${t.qty_requested} >= 0 and ${t.qty_received} >= 0 and ${t.unit_price} >= 0`),
    index3("purchase_order_lines_by_order").on(t.purchase_order_id),
    index3("purchase_order_lines_coming").on(t.product_id).where(sql6`${t.is_open}`)
  ]
);

// server/dispatch/edit-dispatch.ts
import { eq as eq11, sql as sql21 } from "drizzle-orm";

// shared/dispatch/request-dispatch.ts
import { z as z6 } from "zod";
function checkRequestDispatch(pick) {
  const there = all(checkOnFloor(pick), checkNotFrozen(pick));
  if (!there.ok) return there;
  if (pick.state === "booked") return allow;
  if (pick.state === "awaiting_courier") return refuse("already_dispatched", messages.already_dispatched);
  return refuse("not_picked", messages.not_booked);
}
var checkEditDispatch = (dispatch) => {
  if (dispatch.state === "shipped" || dispatch.state === "void") return refuse("already_dispatched", messages.already_dispatched);
  return dispatch.state === "booking" ? refuse("booking_in_flight", messages.booking_in_flight) : allow;
};
var checkTrackDispatch = (dispatch) => dispatch.state === "shipped" || dispatch.state === "void" ? refuse("already_dispatched", messages.already_dispatched) : allow;
var COLLECTION = "999";
var row = z6.object({
  uuid: z6.uuid(),
  service_key: z6.string().trim().min(1).max(40),
  /** Kilograms. */
  total_weight: z6.number().positive().max(1e4),
  /** Boxes. */
  total_items: z6.int().positive().max(1e3),
  mark_as_shipped: z6.boolean().optional()
});
var requestDispatch2 = z6.object({ orders: z6.array(row).min(1).max(200), consolidated: z6.boolean().default(false) });

// shared/policy.ts
var isOne = (actor, ...roles2) => roles2.includes(actor.role);
var ownAccount = (actor, thing) => thing.account_id !== null && thing.account_id === actor.account_id;
var ownSite = (actor, order) => ownAccount(actor, order) && order.delivery_site_id !== null && actor.site_ids.includes(order.delivery_site_id);
var own = (actor, order) => order.requester_id === actor.id || order.creator_id === actor.id;
var rank = (role2) => clientRoles.indexOf(role2);
var policy = {
  use_office: (actor) => isOne(actor, "super"),
  use_floor: (actor) => isOne(actor, "super", "warehouse"),
  see_costs: (actor) => isOne(actor, "super"),
  /** Wearers who did not ask themselves, and the floor, work without prices. */
  see_prices: (actor) => !isOne(actor, "warehouse", "embroiderer"),
  see_orders: (actor) => !isOne(actor, "embroiderer"),
  /** All lines of it and its prices: not for somebody who is only to wear some of it. */
  see_whole_order: (actor, order) => isOne(actor, "super", "warehouse") || isOne(actor, "client_admin") && ownAccount(actor, order) || isOne(actor, "site_admin", "manager") && ownSite(actor, order) || own(actor, order),
  see_order_prices: (actor, order) => policy.see_prices(actor) && policy.see_whole_order(actor, order),
  order_for_others: (actor) => isOne(actor, "super", "client_admin", "site_admin", "manager"),
  order_for_self: (actor) => isClientRole(actor.role),
  /** These send a request that somebody else submits. */
  sends_requests: (actor) => isOne(actor, "employee") || actor.is_supervised_orderer,
  edit_draft: (actor, order) => isOne(actor, "super") || isOne(actor, "client_admin") && ownAccount(actor, order) || isOne(actor, "site_admin", "manager") && (ownSite(actor, order) || own(actor, order)) || isOne(actor, "employee", "employee_with_order") && own(actor, order),
  /** Who orders for others asks them for the sizes that are missing. */
  ask_for_sizes: (actor, order) => policy.order_for_others(actor) && policy.edit_draft(actor, order),
  withdraw_request: (actor, order) => own(actor, order),
  approve_request: (actor, order) => !own(actor, order) && !actor.is_supervised_orderer && (isOne(actor, "super") || isOne(actor, "client_admin") && ownAccount(actor, order) || isOne(actor, "site_admin", "manager") && ownSite(actor, order)),
  cancel_order: (actor, order) => isOne(actor, "super") || isOne(actor, "client_admin") && ownAccount(actor, order) || isOne(actor, "site_admin") && ownSite(actor, order),
  /** Of what they may see of an order: a wearer sends back their own lines only. */
  create_return: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  see_returns: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  decide_returns: (actor) => isOne(actor, "super"),
  allocate: (actor) => isOne(actor, "super"),
  hold_order: (actor) => isOne(actor, "super"),
  delete_submitted: (actor) => isOne(actor, "super"),
  pick: (actor) => isOne(actor, "super", "warehouse"),
  /** A picker records their own pick; a super any. */
  record_pick: (actor, pick) => isOne(actor, "super") || isOne(actor, "warehouse") && pick.picker_id === actor.id,
  send_back_pick: (actor, pick) => isOne(actor, "super") || isOne(actor, "warehouse") && pick.picker_id === actor.id,
  prep: (actor) => isOne(actor, "super", "warehouse"),
  dispatch: (actor) => isOne(actor, "super", "warehouse"),
  count_stock: (actor) => isOne(actor, "super", "warehouse"),
  edit_error_codes: (actor) => isOne(actor, "super"),
  /** The client's own people wait for these; the office has its reports. */
  see_shortfall: (actor) => isClientRole(actor.role),
  see_spend_by_client: (actor) => isOne(actor, "super"),
  see_spend_by_product: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  see_spend_by_site: (actor) => isOne(actor, "client_admin", "site_admin", "manager"),
  see_budget_use: (actor) => isOne(actor, "client_admin", "site_admin", "manager"),
  /** Of their own budgets, or of somebody's whom they may see. */
  see_own_budget: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  impersonate: (actor, other) => isOne(actor, "super") && actor.impersonator_id === null && other.role !== "super",
  read_audit: (actor) => isOne(actor, "super"),
  read_mail: (actor) => isOne(actor, "super"),
  /** A list of wearers to choose from; an employee's own holds only themself. */
  see_employees: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  see_employee: (actor, other) => isOne(actor, "super") || actor.id === other.id || isOne(actor, "client_admin", "site_admin", "manager") && ownAccount(actor, other),
  /** On an order's employee: what they may be charged to and what they may have. */
  change_roles_and_sets: (actor) => isOne(actor, "super", "client_admin", "site_admin", "manager"),
  browse_catalogue: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  read_notices: (actor) => isOne(actor, "super") || isClientRole(actor.role),
  /** Never above one's own role, and never one's own. */
  give_role: (actor, role2) => isOne(actor, "super") || isClientRole(role2) && rank(role2) <= rank(actor.role)
};
var permissions = (actor) => Object.keys(policy).filter(
  (name4) => policy[name4].length === 1 && policy[name4](actor)
);

// server/audit/audit.ts
import { sql as sql9 } from "drizzle-orm";

// server/db/db.ts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Mutex as Mutex2 } from "async-mutex";
import BetterSqlite from "better-sqlite3";
import { sql as sql8 } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import pgDriver from "pg";

// server/db/faults.ts
var chain = function* (error) {
  for (let at = error; at; at = at.cause) yield at;
};
var coded = (error, ...codes) => {
  for (const fault of chain(error)) if (fault.code && codes.includes(fault.code)) return fault;
  return void 0;
};
var isDuplicate = (error) => !!coded(error, "23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY");
var isConstraintFault = (error) => {
  for (const { code } of chain(error)) if (code && (code.startsWith("SQLITE_CONSTRAINT") || /^23\d{3}$/.test(code))) return true;
  return false;
};
var isValueFault = (error) => {
  for (const { code } of chain(error)) if (code && /^22[0-9A-Z]{3}$/.test(code)) return true;
  return false;
};
var isSerializationFault = (error) => !!coded(error, "40001", "40P01");
var isUnavailable = (error) => !!coded(error, "ECONNREFUSED", "57P01", "57P03", "53300", "SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY", "53100");

// server/db/one-writer.ts
import { Mutex } from "async-mutex";

// server/db/read-rows.ts
import { Column, is, SQL } from "drizzle-orm";
function decoderOf(field) {
  if (is(field, Column)) return field;
  const { decoder } = is(field, SQL) ? field : "sql" in field ? field.sql : field._.sql;
  return decoder;
}
function readRowsFast(query) {
  const prepared2 = query;
  if (prepared2.customResultMapper || !prepared2.fields?.every(({ path }) => path.length === 1)) return;
  const columns7 = prepared2.fields.map(({ path: [name4 = ""], field }) => ({ name: name4, decoder: decoderOf(field) }));
  prepared2.customResultMapper = (rows2) => rows2.map((row2) => {
    const object = {};
    for (const [place, { name: name4, decoder }] of columns7.entries()) {
      const value2 = row2[place];
      object[name4] = value2 === null ? null : decoder.mapFromDriverValue(value2);
    }
    return object;
  });
}

// server/db/sqlite-queries.ts
import { sql as sql7 } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
function sqliteQueries(connection) {
  const db = drizzle(connection);
  db.dialect.buildLimit = (limit) => {
    if (typeof limit === "number") return sql7.raw(` limit ${Math.trunc(limit)}`);
    return limit === void 0 || limit === null ? void 0 : sql7` limit ${limit} + 0`;
  };
  return db;
}
var connectionOf = (db) => db.$client;

// server/db/db.ts
import { alias } from "drizzle-orm/sqlite-core";
pgDriver.types.setTypeParser(pgDriver.types.builtins.INT8, Number);
async function rows(db, query) {
  if (!pg) return await db.all(query);
  return (await db.execute(query)).rows;
}
function fixed(statement) {
  const compiled = /* @__PURE__ */ new WeakMap();
  return async (db) => {
    if (pg) return run(db, sql8.raw(statement));
    const known2 = compiled.get(db) ?? connectionOf(db).prepare(statement);
    compiled.set(db, known2);
    known2.run();
  };
}
async function run(db, statement) {
  if (pg) await db.execute(statement);
  else await db.run(statement);
}
var announcements = /* @__PURE__ */ new WeakMap();
async function announce(db, channel, message) {
  if (pg) return run(db, sql8`select pg_notify(${channel}, ${message})`);
  announcements.get(db)?.push({ channel, message });
}
var beginPart = fixed("savepoint part");
var keepPart = fixed("release savepoint part");
var undoPart = fixed("rollback to savepoint part");
async function savepoint(db, part) {
  await beginPart(db);
  try {
    const result2 = await part();
    await keepPart(db);
    return result2;
  } catch (error) {
    await undoPart(db);
    await keepPart(db);
    throw error;
  }
}
var preparedNames = /* @__PURE__ */ new Set();
function prepared(name4, build) {
  if (preparedNames.has(name4)) throw new Error(`Two prepared queries are called ${name4}`);
  preparedNames.add(name4);
  const built2 = /* @__PURE__ */ new WeakMap();
  return (db, values) => {
    let query = built2.get(db);
    if (!query) {
      query = build(db).prepare(name4);
      readRowsFast(query);
      built2.set(db, query);
    }
    return query.execute(values);
  };
}
var forUpdate = pg ? sql8` for update` : sql8``;
var skipLocked = pg ? sql8` for update skip locked` : sql8``;
function migrations(folder = join("/tmp/perf/server/db", "migrations", pg ? "postgres" : "sqlite")) {
  return readdirSync(folder).filter((file) => file.endsWith(".sql")).sort().map((file) => ({
    name: file.replace(".sql", ""),
    statements: readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint")
  }));
}
var NewerDatabaseError = class extends Error {
  constructor(name4) {
    super(`The database was made by a newer version of Kitroom (it has ${name4}); start that version, or restore an older backup.`);
  }
};
async function migrate(database, all5 = migrations()) {
  await database.unitOfWork((db) => run(db, sql8`create table if not exists migrations (name text primary key, at text not null)`));
  const done = new Set((await rows(database.reader, sql8`select name from migrations`)).map(({ name: name4 }) => name4));
  const known2 = new Set(all5.map(({ name: name4 }) => name4));
  const newer = [...done].find((name4) => !known2.has(name4));
  if (newer) throw new NewerDatabaseError(newer);
  const waiting2 = all5.filter(({ name: name4 }) => !done.has(name4));
  for (const { name: name4, statements } of waiting2) {
    await database.restructure(async (db) => {
      if (pg) await run(db, sql8`select pg_advisory_xact_lock(727401)`);
      const [taken] = await rows(db, sql8`select 1 from migrations where name = ${name4}`);
      if (taken) return;
      for (const statement of statements) if (statement.replace(/--.*$/gm, "").trim()) await run(db, sql8.raw(statement));
      await run(db, sql8`insert into migrations (name, at) values (${name4}, ${(/* @__PURE__ */ new Date()).toISOString()})`);
    });
  }
  return waiting2.length;
}
async function isCurrent(database) {
  const done = await rows(database.reader, sql8`select name from migrations`);
  return done.length === migrations().length;
}

// server/audit/audit.ts
var value = (name4) => sql9`${sql9.placeholder(name4)}`;
var insertAudit = prepared(
  "insert_audit",
  (db) => db.insert(auditRows).values({
    who_id: value("who_id"),
    impersonator_id: value("impersonator_id"),
    at: value("at"),
    what: value("what"),
    on_type: value("on_type"),
    on_id: value("on_id"),
    before: value("before"),
    after: value("after"),
    request_id: value("request_id")
  })
);
var asJson = (thing) => thing === null || thing === void 0 ? null : JSON.stringify(thing);
async function audit(ctx, what, on, before = null, after3 = null) {
  await insertAudit(ctx.db, {
    who_id: ctx.actor.id,
    impersonator_id: ctx.actor.impersonator_id,
    at: ctx.now,
    what,
    on_type: on.type,
    on_id: on.id,
    before: asJson(before),
    after: asJson(after3),
    request_id: ctx.request_id
  });
}
async function auditEach(ctx, what, entries) {
  if (!entries.length) return;
  await ctx.db.insert(auditRows).values(
    entries.map(({ on, before = null, after: after3 = null }) => ({
      who_id: ctx.actor.id,
      impersonator_id: ctx.actor.impersonator_id,
      at: ctx.now,
      what,
      on_type: on.type,
      on_id: on.id,
      before,
      after: after3,
      request_id: ctx.request_id
    }))
  );
}

// shared/address-lines.ts
var addressLines = (of) => [of.address_line_1, of.address_line_2, of.address_line_3, of.address_line_4, of.address_line_5, of.postcode].filter(
  (part) => !!part
);
var addressKey = (of) => addressLines(of).map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, "")).join("|");

// server/carriers/ask-carrier.ts
import { z as z7 } from "zod";
var LONGEST = 256 * 1024;
var number = z7.union([z7.string(), z7.int()]).transform((value2) => String(value2).trim()).pipe(z7.string().max(80)).nullish().transform((value2) => value2 || null);
var consignment = z7.object({ consignment_number: number, tracking_number: number }).refine(({ consignment_number, tracking_number }) => consignment_number || tracking_number);
var refusal = z7.object({ message: z7.string().trim().min(1) });

// server/carriers/manifest-answers.ts
import { stringify } from "csv-stringify/sync";

// server/carriers/parse-answers.ts
import { parse } from "csv-parse/sync";
import { z as z8 } from "zod";
var number2 = z8.string().trim().max(80);

// server/carriers/manifest-answers.ts
var LARGEST = 8 * 1024 * 1024;

// server/carriers/manifest-write.ts
import { stringify as stringify2 } from "csv-stringify/sync";

// data/reference/shipping-services.json
var shipping_services_default = {
  groups: [
    {
      carrier: "first",
      name: "Parcel carrier",
      services: [
        { service_key: "220", name: "Parcel", max_weight_kg: null },
        { service_key: "240", name: "Bag 1kg", max_weight_kg: 1 },
        { service_key: "250", name: "Bag 2kg", max_weight_kg: 2 },
        { service_key: "260", name: "Bag 5kg", max_weight_kg: 5 },
        { service_key: "270", name: "Bag 10kg", max_weight_kg: 10 },
        { service_key: "48", name: "48h (NI)", max_weight_kg: null },
        { service_key: "999", name: "Collection", max_weight_kg: null }
      ]
    },
    {
      carrier: "second",
      name: "Second carrier",
      services: [
        { service_key: "ND24", name: "Next day by 17:30", max_weight_kg: 30 },
        { service_key: "ND12", name: "Next day by noon", max_weight_kg: 30 },
        { service_key: "PAL", name: "Pallet, 2 to 3 days", max_weight_kg: null }
      ]
    }
  ]
};

// server/carriers/shipping-services.ts
var services = new Map(
  shipping_services_default.groups.flatMap(({ carrier: carrier2, services: services2 }) => services2.map(({ service_key, name: name4 }) => [service_key, { group: carrier2, name: name4 }]))
);
var isShippingService = (service_key) => services.has(service_key);
var serviceName = (service_key) => [service_key, services.get(service_key)?.name].filter(Boolean).join(" ");
var serviceGroup = (service_key) => services.get(service_key)?.group;
var isBookable = (service_key) => service_key !== COLLECTION;

// server/carriers/carriers.ts
function carrierOfService(settings, service_key) {
  if (!isBookable(service_key)) return "manual";
  return serviceGroup(service_key) === "second" ? settings.CARRIER_SECOND : settings.CARRIER_FIRST;
}

// server/http/problem.ts
import { HTTPException } from "hono/http-exception";

// server/http/logged-path.ts
var loggedPath = (path) => path.replace(/(\/sizes\/)[\w-]{20,}/g, "$1\u2022\u2022\u2022");

// server/http/problem.ts
var Problem = class extends Error {
  constructor(status, body, headers = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
  status;
  body;
  headers;
  /** The rule's own words, where a rule refused: a tablet is told its code. */
  refusal = null;
};
var notFound = () => new Problem(404, { message: messages.not_found });
var forbidden = (message = messages.not_allowed) => new Problem(403, { message });
var conflict = (code, message, current) => new Problem(409, current === void 0 ? { message, code } : { message, code, current });
var invalid = (errors) => new Problem(422, {
  message: messages.invalid,
  errors: Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, Array.isArray(said) ? said : [said]]))
});
function authorize(may, message) {
  if (!may) throw forbidden(message);
}
function enforce(verdict) {
  if (verdict.ok) return;
  const { code, message, field } = verdict;
  const problem = field === void 0 ? conflict(code, message) : invalid({ [field]: message });
  problem.refusal = verdict;
  throw problem;
}
function found(thing) {
  if (thing === null || thing === void 0) throw notFound();
  return thing;
}
function enforceVersion(sent, stored, current) {
  if (sent !== null && sent !== void 0 && sent < stored) throw conflict("stale_version", messages.stale_version, current);
}
function problemOf(error, c2) {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? messages.malformed_json : error.status === 413 ? messages.too_large : error.message;
    return new Problem(error.status, { message });
  }
  const request_id = c2.get("request_id");
  const { log } = c2.get("services");
  log.error({ err: error, request_id, method: c2.req.method, path: loggedPath(c2.req.path) }, "request failed");
  if (isUnavailable(error)) return new Problem(503, { message: messages.unavailable, request_id }, { "Retry-After": "5" });
  if (isConstraintFault(error))
    return new Problem(409, { message: messages.stale_version, code: "stale_version", request_id });
  return new Problem(500, { message: messages.unexpected, request_id });
}
var answerProblem = (c2, problem) => {
  for (const [name4, value2] of Object.entries(problem.headers)) c2.header(name4, value2);
  return c2.json(problem.body, problem.status);
};

// server/dispatch/dispatch-queries.ts
init_address();
import { and as and2, asc, count as count2, desc as desc2, eq as eq3, inArray as inArray2, sql as sql14 } from "drizzle-orm";
import { z as z10 } from "zod";

// shared/dispatch/dispatch-number.ts
var dispatchNumber = (id9) => `D-${String(id9).padStart(5, "0")}`;
var dispatchOfNumber = (text5) => {
  const digits = /^d-?0*([1-9]\d{0,14})$/i.exec(text5.trim())?.[1];
  return digits ? Number(digits) : null;
};

// shared/ordering/order-number.ts
var orderNumber = (id9) => String(id9).padStart(5, "0");

// server/http/paging.ts
import { z as z9 } from "zod";

// shared/limits.ts
var limits = {
  po_reference_review: 50,
  po_reference: 100,
  cost_code: 100,
  contact_phone: 32,
  delivery_contact_phone: 64,
  decoration: 200,
  decoration_in_lists: 20,
  name: 120,
  email: 254,
  notes: 2e3,
  line_quantity: 9999,
  /** Lines that one request may name. */
  order_lines: 2e3,
  labels_per_bag: 100,
  password_min: 10,
  password_max: 200,
  search_min: 2,
  search_wait: 250,
  allocation_wait: 500,
  postcode_search_min: 6,
  postcode_search_wait: 500,
  toast: 5e3,
  page_cap: 100,
  page_cap_sites: 1e4,
  page_cap_clothing_sets: 500,
  catalogue_page: 48,
  notifications_page: 5,
  notices_page: 100,
  admin_orders_page: 100,
  orders_page: 25,
  returns_page: 25,
  fuzzy_threshold: 0.35,
  count_approval: 20,
  stuck_after_minutes: 60
};

// server/http/paging.ts
var queryFlag = z9.enum(["true", "false", "1", "0"]).transform((value2) => value2 === "true" || value2 === "1");
var include = (names) => z9.string().transform(
  (value2) => value2.split(",").map((name4) => name4.trim()).filter(Boolean)
).pipe(z9.array(z9.enum(names))).optional();
var listQuery = (options2) => {
  const cap = options2.cap ?? limits.page_cap;
  return z9.object({
    page: z9.coerce.number().int().min(1).max(1e6).default(1),
    per_page: z9.coerce.number().int().min(1).transform((size) => Math.min(size, cap)).default(options2.per_page ?? 15),
    orderBy: z9.enum(options2.orderBy).default(options2.default),
    sortedBy: z9.enum(["asc", "desc"]).default(options2.sortedBy ?? "asc"),
    search: z9.string().trim().max(200).optional(),
    /** Nothing, unless the list says what can be included. */
    include: z9.literal("").optional()
  });
};
var pageOf = (items, query, total3) => ({
  items,
  current_page: query.page,
  per_page: query.per_page,
  total: total3,
  last_page: Math.max(1, Math.ceil(total3 / query.per_page))
});
var pageSchema = (item) => z9.object({
  items: z9.array(item),
  current_page: z9.number().int(),
  per_page: z9.number().int(),
  total: z9.number().int(),
  last_page: z9.number().int()
});
var idParam = z9.object({ id: z9.coerce.number().int().positive() });
var uuidParam = z9.object({ uuid: z9.uuid() });

// server/ordering/scope.ts
import { and, eq, isNull, or, sql as sql11 } from "drizzle-orm";

// server/db/among.ts
import { sql as sql10 } from "drizzle-orm";
var among = (column, list2) => pg ? sql10`${column} = any(${list2}::bigint[])` : sql10`${column} in (select value from json_each(${list2}))`;
var idList = (ids3) => pg ? `{${ids3.join(",")}}` : `[${ids3.join(",")}]`;
var amongTexts = (column, list2) => pg ? sql10`${column} = any(${list2}::text[])` : sql10`${column} in (select value from json_each(${list2}))`;
var textList = (words6) => {
  if (!pg) return JSON.stringify(words6);
  return `{${words6.map((word) => `"${word.replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;
};

// server/ordering/scope.ts
function reachOf(actor) {
  if (actor.role === "super" || actor.role === "warehouse") return "all";
  if (!isClientRole(actor.role) || actor.account_id === null) return "nothing";
  if (actor.role === "client_admin") return "account";
  return actor.role === "site_admin" || actor.role === "manager" ? "sites" : "own";
}
var person = (actor) => ({ actor_id: actor.id, account_id: actor.account_id ?? 0, site_ids: idList(actor.site_ids) });
var placeholders = {
  actor_id: sql11.placeholder("actor_id"),
  account_id: sql11.placeholder("account_id"),
  site_ids: sql11.placeholder("site_ids")
};
var nothing = sql11`1 = 0`;
var all2 = (...conditions) => and(isNull(orders.deleted_at), ...conditions) ?? nothing;
var ownAccount2 = (who3) => eq(orders.account_id, who3.account_id);
var asked = (who3) => or(eq(orders.requester_id, who3.actor_id), eq(orders.creator_id, who3.actor_id));
var atOwnSite = (who3) => among(orders.delivery_site_id, who3.site_ids);
var worn = (who3) => sql11`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${orderEmployees.employee_id} = ${who3.actor_id})`;
function ordersWithin(reach, who3) {
  if (reach === "all") return all2();
  if (reach === "account") return all2(ownAccount2(who3));
  if (reach === "sites") return all2(ownAccount2(who3), or(atOwnSite(who3), asked(who3), worn(who3)));
  return reach === "own" ? all2(ownAccount2(who3), or(asked(who3), worn(who3))) : nothing;
}
function linesWithin(reach, who3) {
  const mine = eq(orderLines.employee_id, who3.actor_id);
  if (reach === "sites") return all2(ownAccount2(who3), or(atOwnSite(who3), asked(who3), mine));
  return reach === "own" ? all2(ownAccount2(who3), or(asked(who3), mine)) : ordersWithin(reach, who3);
}
var visibleOrders = (actor) => ordersWithin(reachOf(actor), person(actor));
var visibleLines = (actor) => linesWithin(reachOf(actor), person(actor));
function preparedWithin(name4, build) {
  const byReach = /* @__PURE__ */ new Map();
  return (db, actor, values) => {
    const reach = reachOf(actor);
    let query = byReach.get(reach);
    if (!query) {
      query = prepared(`${name4}_${reach}`, (on) => build(on, { orders: ordersWithin(reach, placeholders), lines: linesWithin(reach, placeholders) }));
      byReach.set(reach, query);
    }
    return query(db, { ...person(actor), ...values });
  };
}

// server/dispatch/search-dispatches.ts
import { eq as eq2, inArray, or as or2, sql as sql13 } from "drizzle-orm";

// server/db/contains.ts
import { sql as sql12 } from "drizzle-orm";
var pattern = (text5) => `%${text5.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
var contains = (column, text5) => pg ? sql12`${column} ilike ${pattern(text5)}` : sql12`${column} like ${pattern(text5)} escape '\\'`;

// server/dispatch/search-dispatches.ts
var MOST_NAMES = 500;
var PART_OF_NUMBER = 5;
var ids = (rows2) => idList(rows2.map(({ id: id9 }) => id9));
var carrying = (which3) => sql13`select ${dispatchOrders.dispatch_id} from ${dispatchOrders} join ${orders} on ${orders.id} = ${dispatchOrders.order_id} where ${which3}`;
var booked = (which3) => sql13`select ${consignments.dispatch_id} from ${consignments} where ${which3}`;
var dispatched = (which3) => sql13`select ${dispatches.id} from ${dispatches} where ${which3}`;
async function searchDispatches(ctx, text5) {
  const written2 = [.../* @__PURE__ */ new Set([text5, text5.toUpperCase(), text5.toLowerCase()])];
  const own2 = dispatchOfNumber(text5);
  const parts = [
    booked(or2(inArray(consignments.tracking_number, written2), inArray(consignments.consignment_number, written2))),
    carrying(inArray(orders.client_po_reference, written2)),
    ...own2 === null ? [] : [dispatched(eq2(dispatches.id, own2))],
    .../^\d{1,15}$/.test(text5) ? [carrying(eq2(orders.id, Number(text5)))] : []
  ];
  if (text5.length >= PART_OF_NUMBER && /\d/.test(text5))
    parts.push(booked(or2(contains(consignments.tracking_number, text5), contains(consignments.consignment_number, text5))));
  if (/^\d+$/.test(text5)) return sql13.join(parts, sql13` union `);
  const clients = await ctx.db.select({ id: accounts.id }).from(accounts).where(contains(accounts.name, text5)).limit(MOST_NAMES);
  const places2 = await ctx.db.select({ id: sites.id }).from(sites).where(contains(sites.name, text5)).limit(MOST_NAMES);
  if (clients.length) parts.push(dispatched(among(dispatches.account_id, ids(clients))));
  if (places2.length) parts.push(dispatched(among(dispatches.site_id, ids(places2))));
  return sql13.join(parts, sql13` union `);
}

// server/dispatch/dispatch-queries.ts
var includes = ["order", "orders", "consignment", "delivery_address", "account", "site", "lines"];
var dispatchInclude = z10.object({ include: include(includes) });
var dispatchesQuery = listQuery({
  orderBy: ["id", "dispatch_number", "created_at", "dispatched_at", "account", "service_key", "total_weight", "total_items"],
  default: "id",
  sortedBy: "desc",
  per_page: 50
}).extend({
  include: include(includes),
  state: z10.enum(dispatchStates).optional(),
  is_dispatched: queryFlag.optional()
});
var named = z10.object({ id: z10.int(), name: z10.string() });
var carried = z10.object({ id: z10.int(), uuid: z10.string(), order_number: z10.string() });
var dispatchRow2 = z10.object({
  id: z10.int(),
  dispatch_number: z10.string(),
  state: z10.enum(dispatchStates),
  order: carried.nullable().describe("The first order"),
  orders: z10.array(carried),
  is_consolidated: z10.boolean(),
  account: named,
  site: named.nullable(),
  service_key: z10.string(),
  service_name: z10.string(),
  carrier: z10.string(),
  consignment: z10.object({ consignment_number: z10.string().nullable(), tracking_number: z10.string().nullable(), tracking_url: z10.string().nullable() }).nullable(),
  has_consignment: z10.boolean(),
  total_weight: z10.number(),
  total_items: z10.int(),
  mark_as_shipped: z10.boolean(),
  qty_items_shipped: z10.int(),
  delivery_address: address,
  contact_name: z10.string().nullable(),
  contact_email: z10.string().nullable(),
  contact_phone: z10.string().nullable(),
  booking_error: z10.string().nullable(),
  created_at: z10.string(),
  dispatched_at: z10.string().nullable(),
  version: z10.int(),
  lines: z10.array(z10.object({ order_line_id: z10.int(), product_id: z10.int(), quantity: z10.int() })).optional().describe("With include=lines"),
  can: z10.object({ edit: z10.boolean(), set_tracking: z10.boolean() })
});
var orderOf = {
  id: dispatches.id,
  dispatch_number: dispatches.id,
  created_at: dispatches.created_at,
  dispatched_at: dispatches.dispatched_at,
  account: accounts.name,
  service_key: dispatches.service_key,
  total_weight: dispatches.total_weight,
  total_items: dispatches.total_items
};
var selected = (db) => db.select({
  id: dispatches.id,
  state: dispatches.state,
  is_consolidated: dispatches.is_consolidated,
  account: { id: accounts.id, name: accounts.name },
  site_id: sites.id,
  site_name: sites.name,
  service_key: dispatches.service_key,
  carrier: dispatches.carrier,
  has_consignment: consignments.id,
  consignment_number: consignments.consignment_number,
  tracking_number: consignments.tracking_number,
  tracking_url: consignments.tracking_url,
  total_weight: dispatches.total_weight,
  total_items: dispatches.total_items,
  mark_as_shipped: dispatches.mark_as_shipped,
  delivery_address: dispatches.delivery_address,
  contact_name: dispatches.contact_name,
  contact_email: dispatches.contact_email,
  contact_phone: dispatches.contact_phone,
  booking_error: dispatches.booking_error,
  created_at: dispatches.created_at,
  dispatched_at: dispatches.dispatched_at,
  version: dispatches.version
}).from(dispatches).innerJoin(accounts, eq3(accounts.id, dispatches.account_id)).leftJoin(sites, eq3(sites.id, dispatches.site_id)).leftJoin(consignments, eq3(consignments.dispatch_id, dispatches.id));
function byDispatch(all5) {
  const by2 = /* @__PURE__ */ new Map();
  for (const row2 of all5) {
    const its = by2.get(row2.dispatch_id);
    if (its) its.push(row2);
    else by2.set(row2.dispatch_id, [row2]);
  }
  return by2;
}
async function hydrated(ctx, read, with_lines) {
  if (!read.length) return [];
  const ids3 = read.map(({ id: id9 }) => id9);
  const inThem = await ctx.db.select({ dispatch_id: dispatchOrders.dispatch_id, id: orders.id, uuid: orders.uuid }).from(dispatchOrders).innerJoin(orders, eq3(orders.id, dispatchOrders.order_id)).where(and2(inArray2(dispatchOrders.dispatch_id, ids3), visibleOrders(ctx.actor))).orderBy(asc(orders.id));
  const lines2 = await ctx.db.select({
    dispatch_id: dispatchLines.dispatch_id,
    order_line_id: dispatchLines.order_line_id,
    product_id: dispatchLines.product_id,
    quantity: dispatchLines.quantity
  }).from(dispatchLines).where(inArray2(dispatchLines.dispatch_id, ids3)).orderBy(asc(dispatchLines.id));
  const ordersOf = byDispatch(inThem);
  const linesOf5 = byDispatch(lines2);
  const floor = policy.dispatch(ctx.actor);
  return read.map(({ site_id, site_name, has_consignment, consignment_number, tracking_number, tracking_url, ...row2 }) => {
    const its = (ordersOf.get(row2.id) ?? []).map(({ id: id9, uuid }) => ({ id: id9, uuid, order_number: orderNumber(id9) }));
    const inside = (linesOf5.get(row2.id) ?? []).map(({ dispatch_id: _dispatch_id, ...line2 }) => line2);
    return {
      ...row2,
      dispatch_number: dispatchNumber(row2.id),
      order: its[0] ?? null,
      orders: its,
      site: site_id === null ? null : { id: site_id, name: site_name ?? "" },
      service_name: serviceName(row2.service_key),
      consignment: has_consignment === null ? null : { consignment_number, tracking_number, tracking_url },
      has_consignment: has_consignment !== null,
      qty_items_shipped: inside.reduce((sum3, { quantity: quantity2 }) => sum3 + quantity2, 0),
      ...with_lines ? { lines: inside } : {},
      can: { edit: floor && checkEditDispatch(row2).ok, set_tracking: floor && checkTrackDispatch(row2).ok }
    };
  });
}
async function listDispatches(ctx, query) {
  const { search, state, is_dispatched } = query;
  const live = dispatchStates.filter((one2) => one2 !== "void" && (is_dispatched === void 0 || one2 === "shipped" === is_dispatched));
  const where = and2(
    inArray2(dispatches.state, state ? [state] : live),
    search ? sql14`${dispatches.id} in (${await searchDispatches(ctx, search)})` : void 0
  );
  const [total3] = await ctx.db.select({ n: count2() }).from(dispatches).where(where);
  const direction = query.sortedBy === "asc" ? asc : desc2;
  const all5 = ctx.db.select({ id: dispatches.id }).from(dispatches).$dynamic();
  const named7 = query.orderBy === "account" ? all5.innerJoin(accounts, eq3(accounts.id, dispatches.account_id)) : all5;
  const page2 = await named7.where(where).orderBy(direction(orderOf[query.orderBy]), direction(dispatches.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const ids3 = page2.map(({ id: id9 }) => id9);
  const rows2 = new Map((await dispatchesById(ctx, ids3, query.include?.includes("lines"))).map((row2) => [row2.id, row2]));
  return pageOf(
    ids3.flatMap((id9) => rows2.get(id9) ?? []),
    query,
    total3?.n ?? 0
  );
}
var dispatchesById = async (ctx, ids3, with_lines = false) => hydrated(
  ctx,
  await selected(ctx.db).where(inArray2(dispatches.id, [...ids3])).orderBy(asc(dispatches.id)),
  with_lines
);
var dispatchOf = async (ctx, id9, with_lines = false) => found((await dispatchesById(ctx, [id9], with_lines))[0]);

// server/dispatch/find-dispatch.ts
import { eq as eq6 } from "drizzle-orm";

// server/allocation/order-moment.ts
import { and as and3, asc as asc3, eq as eq5, inArray as inArray3, isNull as isNull2, notInArray, sql as sql16 } from "drizzle-orm";

// server/db/lock.ts
var locked = (query) => pg ? query.for("update") : query;

// server/stock/change-levels.ts
import { asc as asc2, eq as eq4, sql as sql15 } from "drizzle-orm";
var lockedLevels = prepared(
  "locked_stock_levels",
  (db) => locked(
    db.select().from(stockLevels).where(among(stockLevels.product_id, sql15.placeholder("ids"))).orderBy(asc2(stockLevels.product_id))
  )
);
async function lockLevels(ctx, product_ids) {
  if (!product_ids.length) return /* @__PURE__ */ new Map();
  const levels = await lockedLevels(ctx.db, { ids: idList([...new Set(product_ids)]) });
  return new Map(levels.map((level) => [level.product_id, level]));
}
var changeLevel = prepared(
  "change_stock_level",
  (db) => db.update(stockLevels).set({
    qty_available: sql15`${stockLevels.qty_available} + ${sql15.placeholder("qty_available")}`,
    qty_allocated: sql15`${stockLevels.qty_allocated} + ${sql15.placeholder("qty_allocated")}`
  }).where(eq4(stockLevels.product_id, sql15.placeholder("product_id"))).returning()
);
function summed(changes) {
  const byProduct2 = /* @__PURE__ */ new Map();
  for (const { product_id, qty_available, qty_allocated } of changes) {
    const sum3 = byProduct2.get(product_id) ?? { product_id, qty_available: 0, qty_allocated: 0 };
    sum3.qty_available += qty_available;
    sum3.qty_allocated += qty_allocated;
    byProduct2.set(product_id, sum3);
  }
  return [...byProduct2.values()].filter(({ qty_available, qty_allocated }) => qty_available !== 0 || qty_allocated !== 0).sort((a, b) => a.product_id - b.product_id);
}
var number3 = (value2) => sql15`cast(${value2} as bigint)`;
async function changeMany(db, changes) {
  const values = sql15.join(
    changes.map((change) => sql15`(${number3(change.product_id)}, ${number3(change.qty_available)}, ${number3(change.qty_allocated)})`),
    sql15`, `
  );
  return rows(
    db,
    sql15`with change (product_id, available, allocated) as (values ${values})
      update stock_levels set qty_available = qty_available + change.available, qty_allocated = qty_allocated + change.allocated
      from change where change.product_id = stock_levels.product_id
      returning stock_levels.product_id, qty_available, qty_allocated`
  );
}
async function changeLevels(ctx, changes) {
  const moves = summed(changes);
  const [first] = moves;
  if (!first) return [];
  const changed = moves.length === 1 ? await changeLevel(ctx.db, { ...first }) : await changeMany(ctx.db, moves);
  if (changed.length === moves.length) return changed;
  const known2 = new Set(changed.map(({ product_id }) => Number(product_id)));
  const born = await ctx.db.insert(stockLevels).values(moves.filter(({ product_id }) => !known2.has(product_id))).onConflictDoUpdate({
    target: stockLevels.product_id,
    set: {
      qty_available: sql15`${stockLevels.qty_available} + excluded.qty_available`,
      qty_allocated: sql15`${stockLevels.qty_allocated} + excluded.qty_allocated`
    }
  }).returning();
  return [...changed, ...born];
}

// server/allocation/order-moment.ts
var pickedSku = sql16`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`.mapWith(Number);
var skusOfOrder = prepared(
  "skus_of_order",
  (db) => db.select({ order_id: orders.id, product_id: pickedSku }).from(orders).leftJoin(orderLines, eq5(orderLines.order_id, orders.id)).where(and3(eq5(orders.uuid, sql16.placeholder("uuid")), isNull2(orders.deleted_at)))
);
var lockedOrder = prepared(
  "lock_order",
  (db) => locked(
    db.select({
      id: orders.id,
      uuid: orders.uuid,
      submitted_at: orders.submitted_at,
      cancelled_at: orders.cancelled_at,
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      account_id: orders.account_id,
      version: orders.version,
      deleted_at: orders.deleted_at
    }).from(orders).where(eq5(orders.id, sql16.placeholder("id")))
  )
);
var lockAnyOrder = async (ctx, id9) => found((await lockedOrder(ctx.db, { id: id9 }))[0]);
async function lockOrder(ctx, id9) {
  const order = await lockAnyOrder(ctx, id9);
  if (order.deleted_at) throw notFound();
  return order;
}
async function lockOrders(ctx, ids3) {
  if (!ids3.length) return;
  await locked(
    ctx.db.select({ id: orders.id }).from(orders).where(inArray3(orders.id, [...ids3])).orderBy(asc3(orders.id))
  );
}
async function lockOrderWithStock(ctx, uuid) {
  const skus = await skusOfOrder(ctx.db, { uuid });
  const { order_id } = found(skus[0]);
  const levels = await lockLevels(
    ctx,
    skus.flatMap(({ product_id }) => product_id ? [product_id] : [])
  );
  return { order: await lockOrder(ctx, order_id), levels };
}
var momentOfOrder = prepared(
  "moment_of_order",
  (db) => db.select({
    qty_remaining: sql16`coalesce(sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}), 0)`.mapWith(
      Number
    ),
    qty_allocated: sql16`coalesce(sum(${orderLines.qty_allocated}), 0)`.mapWith(Number),
    pick_id: sql16`max(${picks.id})`,
    round: sql16`max(${picks.state})`
  }).from(orders).leftJoin(orderLines, eq5(orderLines.order_id, orders.id)).leftJoin(picks, and3(eq5(picks.order_id, orders.id), notInArray(picks.state, ["shipped", "closed"]))).where(eq5(orders.id, sql16.placeholder("id")))
);
async function momentOf(ctx, order) {
  const [facts] = await momentOfOrder(ctx.db, { id: order.id });
  const { submitted_at, cancelled_at, is_frozen } = order;
  return { submitted_at, cancelled_at, is_frozen, ...found(facts) };
}

// server/dispatch/find-dispatch.ts
async function findDispatch(ctx, id9) {
  const lines2 = await ctx.db.select({ product_id: dispatchLines.product_id, order_id: dispatchLines.order_id }).from(dispatchLines).where(eq6(dispatchLines.dispatch_id, id9));
  await lockLevels(
    ctx,
    lines2.map(({ product_id }) => product_id)
  );
  await lockOrders(
    ctx,
    lines2.map(({ order_id }) => order_id)
  );
  const [dispatch] = await ctx.db.select().from(dispatches).where(eq6(dispatches.id, id9));
  const rounds2 = await ctx.db.select({ order_id: dispatchOrders.order_id, pick_id: dispatchOrders.pick_id, is_frozen: orders.is_frozen }).from(dispatchOrders).innerJoin(orders, eq6(orders.id, dispatchOrders.order_id)).where(eq6(dispatchOrders.dispatch_id, id9));
  return { ...found(dispatch), rounds: rounds2 };
}

// server/jobs/queue-job.ts
import { and as and4, eq as eq7, gt, inArray as inArray4, isNull as isNull3 } from "drizzle-orm";
async function queueJobs({ db, now }, queued) {
  const [first] = queued;
  if (!first) return;
  const keys2 = queued.map(({ key }) => key);
  const unclaimed = and4(eq7(jobs.kind, first.kind), inArray4(jobs.key, keys2), isNull3(jobs.done_at), isNull3(jobs.failed_at), isNull3(jobs.leased_until));
  const waiting2 = new Set((await db.select({ key: jobs.key }).from(jobs).where(unclaimed)).map(({ key }) => key));
  const fresh = queued.filter(({ key }) => !waiting2.has(key));
  if (waiting2.size && queued.every(({ due_at }) => due_at === void 0))
    await db.update(jobs).set({ due_at: now, attempts: 0 }).where(and4(unclaimed, gt(jobs.due_at, now)));
  if (fresh.length)
    await db.insert(jobs).values(fresh.map(({ kind, key, payload, due_at = now }) => ({ kind, key, payload, created_at: now, due_at })));
}

// server/dispatch/promise-bookings.ts
var BOOK_DISPATCH = "book_dispatch";
var promiseBookings = (ctx, asked3) => queueJobs(
  ctx,
  asked3.map(({ id: id9, by: by2 }) => ({ kind: BOOK_DISPATCH, key: String(id9), payload: { dispatch_id: id9, by: by2 } }))
);

// server/dispatch/ship-dispatches.ts
import { inArray as inArray6, sql as sql20 } from "drizzle-orm";

// server/carriers/tracking-url.ts
function trackingUrl(template, tracking_number) {
  if (!template || !/^https?:\/\//i.test(template)) return null;
  return template.replaceAll("{tracking_number}", encodeURIComponent(tracking_number));
}
function trackingUrlOf({ TRACKING_URL, TRACKING_URL_SECOND }, service_key, tracking_number) {
  if (!tracking_number) return null;
  return trackingUrl(serviceGroup(service_key) === "second" ? TRACKING_URL_SECOND : TRACKING_URL, tracking_number);
}

// server/mail/mail-dispatched.ts
import { asc as asc5, eq as eq9, sql as sql18 } from "drizzle-orm";

// server/mail/letter.ts
function letter({ kind, subject, heading, parts, footer }) {
  const text5 = [heading, ...parts.map(partInText), "--", footer].join("\n\n");
  return { kind, subject: oneLine(subject), text: `${text5}
`, html: page(heading, parts.map(partInHtml).join("\n"), footer) };
}
var oneLine = (text5) => text5.replace(/\s+/g, " ").trim();
function partInText(part) {
  if ("paragraph" in part) return part.paragraph;
  if ("button" in part) return `${part.button.label}:
${part.button.url}`;
  if ("facts" in part)
    return filled(part.facts).map(([label, value2]) => `${label}: ${value2}`).join("\n");
  const rows2 = part.items.rows.map(({ what, detail, count: count17 }) => `  ${count17} x ${[what, detail].filter(Boolean).join(", ")}`);
  return [part.items.heading, ...rows2].join("\n");
}
var filled = (facts) => facts.flatMap(([label, value2]) => value2 ? [[label, value2]] : []);
var colours = { canvas: "#f5f3ef", surface: "#ffffff", line: "#dcd8d0", ink: "#1b1a17", quiet: "#635f57", accent: "#174a7c" };
var font = "font-family:'IBM Plex Sans',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
var escaped = (text5) => text5.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
var linkTo = (url) => /^https?:\/\//i.test(url) ? escaped(url) : "#";
function partInHtml(part) {
  if ("paragraph" in part) return `<p style="margin:0 0 16px">${escaped(part.paragraph).replaceAll("\n", "<br>")}</p>`;
  if ("button" in part) {
    const style4 = `display:inline-block;padding:12px 20px;border-radius:5px;background:${colours.accent};color:#ffffff;font-weight:600;text-decoration:none`;
    return `<p style="margin:24px 0"><a href="${linkTo(part.button.url)}" style="${style4}">${escaped(part.button.label)}</a></p>`;
  }
  if ("facts" in part) {
    const rows3 = filled(part.facts).map(
      ([label, value2]) => `<tr><td style="padding:4px 16px 4px 0;color:${colours.quiet};vertical-align:top;white-space:nowrap">${escaped(label)}</td><td style="padding:4px 0;width:100%">${escaped(value2).replaceAll("\n", "<br>")}</td></tr>`
    );
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;width:100%;${font};font-size:15px;line-height:22px">${rows3.join("")}</table>`;
  }
  const rows2 = part.items.rows.map(
    ({ what, detail, count: count17 }) => `<tr><td style="padding:8px 0;border-top:1px solid ${colours.line};width:100%">${escaped(what)}<br><span style="color:${colours.quiet}">${escaped(detail)}</span></td><td style="padding:8px 0 8px 16px;border-top:1px solid ${colours.line};text-align:right;vertical-align:top;font-weight:600">${escaped(count17)}</td></tr>`
  );
  return `<h2 style="margin:24px 0 8px;font-size:15px;line-height:20px">${escaped(part.items.heading)}</h2><table cellpadding="0" cellspacing="0" style="margin:0 0 16px;width:100%;${font};font-size:15px;line-height:20px">${rows2.join("")}</table>`;
}
var page = (heading, body, footer) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.canvas}">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;background:${colours.canvas}"><tr><td style="padding:24px 12px" align="center">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left;${font};font-size:16px;line-height:24px;color:${colours.ink}">
<tr><td style="padding:0 4px 12px;font-weight:700;font-size:18px">Kitroom</td></tr>
<tr><td style="padding:28px 28px 16px;background:${colours.surface};border:1px solid ${colours.line};border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escaped(heading)}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:18px;color:${colours.quiet}">${escaped(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

// server/mail/letters/wearers.ts
var wearerParts = (wearers2) => wearers2.map(({ name: name4, items }) => ({
  items: {
    heading: name4,
    rows: items.map((item) => ({
      what: item.product,
      detail: [item.colour, sizeIn(item)].filter(Boolean).join(", "),
      count: String(item.quantity)
    }))
  }
}));
var sizeIn = ({ size, is_size_selected }) => {
  if (!is_size_selected) return "size to be chosen";
  return size && `size ${size}`;
};

// server/mail/letters/dispatched.ts
var dispatchedLetter = (order) => letter({
  kind: "dispatched",
  subject: order.is_part ? `Part of order ${order.order_number} is on its way` : `Order ${order.order_number} is on its way`,
  heading: order.is_part ? `Part of order ${order.order_number} has left us` : `Order ${order.order_number} has left us`,
  parts: [
    ...order.is_part ? [{ paragraph: "The rest follows as soon as it is in stock." }] : [],
    {
      facts: [
        ["Your PO", order.po_reference],
        ["Deliver to", order.delivery_address.join("\n")],
        ["Service", order.service],
        ["Boxes", String(order.boxes)],
        ["Tracking number", order.tracking_number]
      ]
    },
    order.tracking_url ? { button: { label: "Follow the parcel", url: order.tracking_url } } : { button: { label: "See the order", url: order.url } },
    ...wearerParts(order.wearers)
  ],
  footer: "You receive this because you placed this order, or because your site is told of deliveries."
});

// server/mail/order-in-letters.ts
import { and as and5, asc as asc4, eq as eq8, ne, sql as sql17 } from "drizzle-orm";

// shared/catalogue/size-of.ts
var sizeOf = ({ variation_size_1, variation_size_2, variation_all_size }) => [variation_size_1, variation_size_2].filter(Boolean).join(variation_size_2 && variation_size_2.length > 2 ? " " : "") || variation_all_size;

// shared/money.ts
var pounds = (pence2) => {
  const [whole3 = "0", part = "00"] = (Math.abs(pence2) / 100).toFixed(2).split(".");
  return `${pence2 < 0 ? "-" : ""}\xA3${whole3.replace(/\B(?=(\d{3})+$)/g, ",")}.${part}`;
};
var vatOf = (pence2, rate) => Math.floor((pence2 * rate + 50) / 100);
function lineTotals(line2) {
  const sub_total = (line2.qty_requested - line2.qty_cancelled) * line2.unit_price;
  const vat = vatOf(sub_total, line2.vat_rate);
  return { sub_total, vat, total: sub_total + vat };
}

// server/mail/order-in-letters.ts
async function orderInLetters({ db, services: services2 }, order_id) {
  const [known2] = await db.select({
    id: orders.id,
    uuid: orders.uuid,
    account_id: orders.account_id,
    po_reference: orders.client_po_reference,
    customer_notes: orders.customer_notes,
    delivery_address: orders.delivery_address,
    requester_forenames: users.forenames,
    requester_surname: users.surname,
    requester_email: users.email,
    site: sites.name,
    site_email: sites.delivery_notification_email
  }).from(orders).innerJoin(users, eq8(users.id, orders.requester_id)).leftJoin(sites, eq8(sites.id, orders.delivery_site_id)).where(eq8(orders.id, order_id));
  const { id: id9, uuid, delivery_address, requester_forenames, requester_surname, ...order } = found(known2);
  return {
    ...order,
    order_number: orderNumber(id9),
    url: `${services2.settings.public_url}/orders/${uuid}`,
    delivery_address: delivery_address ? addressLines(delivery_address) : [],
    requester_forenames,
    requester: `${requester_forenames} ${requester_surname}`.trim()
  };
}
var words2 = {
  employee_id: users.id,
  forenames: users.forenames,
  surname: users.surname,
  product: products.name,
  colour: products.variation_colour,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
  is_size_selected: orderLines.is_size_selected
};
var byWearer = [asc4(users.surname), asc4(users.forenames), asc4(users.id), asc4(orderLines.id)];
async function dispatchedItems({ db }, order_id, dispatch_id) {
  const lines2 = await db.select({ ...words2, quantity: dispatchLines.quantity }).from(dispatchLines).innerJoin(orderLines, eq8(orderLines.id, dispatchLines.order_line_id)).innerJoin(users, eq8(users.id, orderLines.employee_id)).innerJoin(products, eq8(products.id, dispatchLines.product_id)).where(and5(eq8(dispatchLines.order_id, order_id), eq8(dispatchLines.dispatch_id, dispatch_id))).orderBy(...byWearer);
  return byPerson(lines2);
}
function byPerson(lines2) {
  const wearers2 = /* @__PURE__ */ new Map();
  for (const { employee_id, forenames, surname, ...line2 } of lines2) {
    const wearer = wearers2.get(employee_id) ?? { name: `${forenames} ${surname}`.trim(), items: [] };
    wearer.items.push({ ...line2, size: sizeOf(line2) });
    wearers2.set(employee_id, wearer);
  }
  return [...wearers2.values()];
}

// server/mail/queue-mail.ts
async function queueMails(ctx, mails) {
  if (!mails.length) return;
  await ctx.db.insert(outbox).values(
    mails.map(({ to, account_id, kind, subject, text: text5, html: html2 }) => ({
      to: to.trim(),
      account_id,
      kind,
      subject,
      text: text5,
      html: html2,
      created_at: ctx.now,
      due_at: ctx.now
    }))
  );
}
var queueMail = (ctx, mail) => queueMails(ctx, [mail]);

// server/mail/mail-dispatched.ts
async function mailDispatched(ctx, dispatch_id) {
  const { db } = ctx;
  const [known2] = await db.select({
    service_key: dispatches.service_key,
    total_items: dispatches.total_items,
    delivery_address: dispatches.delivery_address,
    tracking_number: consignments.tracking_number,
    tracking_url: consignments.tracking_url
  }).from(dispatches).leftJoin(consignments, eq9(consignments.dispatch_id, dispatches.id)).where(eq9(dispatches.id, dispatch_id));
  const { service_key, total_items, delivery_address, ...tracking } = found(known2);
  const about = { ...tracking, service: serviceName(service_key), boxes: total_items, delivery_address: addressLines(delivery_address) };
  const carried2 = await db.select({
    order_id: dispatchOrders.order_id,
    qty_left: sql18`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped})`.mapWith(Number)
  }).from(dispatchOrders).innerJoin(orderLines, eq9(orderLines.order_id, dispatchOrders.order_id)).where(eq9(dispatchOrders.dispatch_id, dispatch_id)).groupBy(dispatchOrders.order_id).orderBy(asc5(dispatchOrders.order_id));
  for (const { order_id, qty_left } of carried2) {
    const { requester_email, site_email, account_id, ...order } = await orderInLetters(ctx, order_id);
    const letter2 = dispatchedLetter({ ...order, ...about, is_part: qty_left > 0, wearers: await dispatchedItems(ctx, order_id, dispatch_id) });
    const readers = new Set([requester_email, site_email].flatMap((email) => email?.trim() ? [email.trim().toLowerCase()] : []));
    for (const to of readers) await queueMail(ctx, { ...letter2, to, account_id });
  }
}

// server/ordering/refresh-status.ts
import { inArray as inArray5 } from "drizzle-orm";

// shared/ordering/progress.ts
var statusNames = [
  "draft",
  "requested",
  "submitted",
  "allocated",
  "picking",
  "picking_paused",
  "picked",
  "booked",
  "waiting_for_courier",
  "part_shipped",
  "shipped",
  "cancelled"
];
var statusOfRound = {
  released: "allocated",
  picking: "picking",
  paused: "picking_paused",
  picked: "picked",
  booked: "booked",
  awaiting_courier: "waiting_for_courier"
};
function orderStatus(facts) {
  if (facts.cancelled_at) return "cancelled";
  if (!facts.submitted_at) return facts.requested_at ? "requested" : "draft";
  if (facts.round && facts.round !== "shipped" && facts.round !== "closed") return statusOfRound[facts.round];
  if (facts.qty_shipped === 0) return "submitted";
  return facts.qty_shipped >= facts.qty_wanted ? "shipped" : "part_shipped";
}
var after = (round, ...states) => round !== null && states.includes(round);
function progressSummary(facts) {
  const remaining = facts.qty_wanted - facts.qty_shipped;
  const fullyShipped = facts.qty_shipped > 0 && remaining <= 0;
  return {
    lines_with_sizes: facts.lines_with_sizes,
    lines_with_no_sizes: facts.lines_with_no_sizes,
    is_cancelled: facts.cancelled_at !== null,
    is_submitted: facts.submitted_at !== null,
    is_allocated: facts.qty_allocated > 0 || facts.qty_shipped > 0,
    is_fully_allocated: fullyShipped || remaining > 0 && facts.qty_allocated >= remaining,
    is_picking: facts.round === "picking",
    is_picking_paused: facts.round === "paused",
    is_picked: after(facts.round, "picked", "booked", "awaiting_courier") || fullyShipped,
    is_booked: after(facts.round, "booked", "awaiting_courier") || fullyShipped,
    is_dispatched: facts.round === "awaiting_courier" || facts.qty_shipped > 0,
    is_fully_shipped: fullyShipped,
    status: { status_name: orderStatus(facts) }
  };
}

// server/ordering/order-facts.ts
import { and as and6, eq as eq10, sql as sql19 } from "drizzle-orm";
var sum = (pieces3) => sql19`coalesce(sum(${pieces3}), 0)`.mapWith(Number);
var amount = sql19`(${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price}`;
var factsOfOrders = prepared(
  "facts_of_orders",
  (db) => db.select({
    id: orders.id,
    status: orders.status,
    submitted_at: orders.submitted_at,
    requested_at: orders.requested_at,
    cancelled_at: orders.cancelled_at,
    lines_with_sizes: sum(sql19`case when ${orderLines.is_size_selected} then 1 else 0 end`),
    lines_with_no_sizes: sum(sql19`case when ${orderLines.is_size_selected} then 0 when ${orderLines.id} is null then 0 else 1 end`),
    qty_wanted: sum(sql19`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`),
    qty_allocated: sum(sql19`${orderLines.qty_allocated}`),
    qty_shipped: sum(sql19`${orderLines.qty_shipped}`),
    sub_total: sum(amount),
    vat: sum(sql19`(${amount} * ${orderLines.vat_rate} + 50) / 100`),
    pick_id: sql19`max(${picks.id})`,
    round: sql19`max(${picks.state})`
  }).from(orders).leftJoin(orderLines, eq10(orderLines.order_id, orders.id)).leftJoin(picks, and6(eq10(picks.order_id, orders.id), sql19`${picks.state} not in ('shipped', 'closed')`)).where(among(orders.id, sql19.placeholder("ids"))).groupBy(orders.id)
);
var orderFacts = (db, ids3) => factsOfOrders(db, { ids: idList(ids3) });

// server/ordering/refresh-status.ts
async function refreshStatus(ctx, orderIds) {
  if (!orderIds.length) return;
  const changed = /* @__PURE__ */ new Map();
  for (const facts of await orderFacts(ctx.db, orderIds)) {
    const status = orderStatus(facts);
    if (status === facts.status) continue;
    changed.set(status, [...changed.get(status) ?? [], facts.id]);
  }
  for (const [status, ids3] of changed) await ctx.db.update(orders).set({ status, status_since: ctx.now }).where(inArray5(orders.id, ids3));
}

// server/stock/move.ts
async function move(ctx, movements) {
  const told = movements.filter(({ qty }) => qty !== 0);
  if (told.length)
    await ctx.db.insert(stockMovements).values(
      told.map(({ product_id, type, qty, reference: reference2 = null, reason = null, dispatch_id = null }) => ({
        product_id,
        type,
        qty,
        reference: reference2,
        reason,
        dispatch_id,
        user_id: ctx.actor.id,
        created_at: ctx.now
      }))
    );
  return changeLevels(
    ctx,
    movements.map(({ product_id, qty, qty_allocated = 0 }) => ({ product_id, qty_available: qty, qty_allocated }))
  );
}

// server/dispatch/ship-dispatches.ts
var none = { consignment_number: null, tracking_number: null };
async function shipDispatches(ctx, ids3, numbers2 = none) {
  if (!ids3.length) return;
  const shipped = await ctx.db.update(dispatches).set({ state: "shipped", dispatched_at: ctx.now, booking_error: null, asking_until: null, version: sql20`${dispatches.version} + 1` }).where(inArray6(dispatches.id, [...ids3])).returning({ id: dispatches.id, carrier: dispatches.carrier, service_key: dispatches.service_key });
  await ctx.db.insert(consignments).values(
    shipped.map(({ id: id9, carrier: carrier2, service_key }) => ({
      dispatch_id: id9,
      carrier: carrier2,
      ...numbers2,
      tracking_url: trackingUrlOf(ctx.services.settings, service_key, numbers2.tracking_number),
      created_at: ctx.now
    }))
  ).onConflictDoUpdate({
    target: consignments.dispatch_id,
    set: {
      consignment_number: sql20`coalesce(excluded.consignment_number, ${consignments.consignment_number})`,
      tracking_number: sql20`coalesce(excluded.tracking_number, ${consignments.tracking_number})`,
      tracking_url: sql20`coalesce(excluded.tracking_url, ${consignments.tracking_url})`
    }
  });
  const lines2 = await ctx.db.select().from(dispatchLines).where(inArray6(dispatchLines.dispatch_id, [...ids3]));
  const values = sql20.join(
    lines2.map(({ order_line_id, quantity: quantity2 }) => sql20`(cast(${order_line_id} as bigint), cast(${quantity2} as bigint))`),
    sql20`, `
  );
  await run(
    ctx.db,
    sql20`with gone (order_line_id, pieces) as (values ${values})
      update order_lines set qty_shipped = qty_shipped + gone.pieces, qty_allocated = qty_allocated - gone.pieces, version = version + 1
      from gone where gone.order_line_id = order_lines.id`
  );
  await move(
    ctx,
    lines2.map(({ product_id, quantity: quantity2, order_id, dispatch_id }) => ({
      product_id,
      type: "DISPATCH",
      qty: -quantity2,
      qty_allocated: -quantity2,
      reference: orderNumber(order_id),
      dispatch_id
    }))
  );
  const carried2 = await ctx.db.select().from(dispatchOrders).where(inArray6(dispatchOrders.dispatch_id, [...ids3]));
  await ctx.db.update(picks).set({ state: "shipped", ended_at: ctx.now }).where(
    inArray6(
      picks.id,
      carried2.map(({ pick_id }) => pick_id)
    )
  );
  await refreshStatus(
    ctx,
    carried2.map(({ order_id }) => order_id)
  );
  await auditEach(
    ctx,
    "dispatch.shipped",
    carried2.map(({ order_id, dispatch_id }) => ({ on: { type: "order", id: order_id }, after: { dispatch_id, ...numbers2 } }))
  );
  for (const id9 of ids3) await mailDispatched(ctx, id9);
}

// server/dispatch/edit-dispatch.ts
async function editDispatch2(ctx, id9, { version: version3, ...said }) {
  authorize(policy.dispatch(ctx.actor));
  const dispatch = await findDispatch(ctx, id9);
  enforce(checkEditDispatch(dispatch));
  if (version3 !== void 0 && version3 < dispatch.version) throw conflict("stale_version", messages.stale_version, await dispatchOf(ctx, id9));
  const changes = Object.fromEntries(Object.entries(said).filter(([, value2]) => value2 !== void 0));
  const { service_key, mark_as_shipped } = { ...dispatch, ...changes };
  if (!isShippingService(service_key)) throw invalid({ service_key: messages.unknown_service });
  if (mark_as_shipped && service_key !== COLLECTION && changes.mark_as_shipped) throw invalid({ mark_as_shipped: messages.only_collection });
  const ships = mark_as_shipped && service_key === COLLECTION;
  if (ships && dispatch.rounds.some(({ is_frozen }) => is_frozen)) throw conflict("order_frozen", messages.order_held);
  if (!Object.keys(changes).length) return;
  const carrier2 = carrierOfService(ctx.services.settings, service_key);
  await ctx.db.update(dispatches).set({ ...changes, carrier: carrier2, state: "requested", booking_error: null, mark_as_shipped: ships, version: sql21`${dispatches.version} + 1` }).where(eq11(dispatches.id, id9));
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, dispatch[field]]));
  await audit(ctx, "dispatch.edited", { type: "dispatch", id: id9 }, before, changes);
  if (ships) await shipDispatches(ctx, [id9]);
  else if (carrier2 !== "manual" && (dispatch.state === "failed" || carrier2 !== dispatch.carrier))
    await promiseBookings(ctx, [{ id: id9, by: dispatch.requested_by ?? ctx.actor.id }]);
}

// server/dispatch/request-dispatch.ts
import { and as and7, eq as eq12, inArray as inArray7, isNull as isNull4, notInArray as notInArray2 } from "drizzle-orm";

// shared/dispatch/plan-dispatch.ts
var ofTheBoxes = ["service_key", "total_weight", "total_items"];
function groupsToDispatch(destinations, consolidated) {
  const groups = /* @__PURE__ */ new Map();
  for (const [index4, { account_id, site_id, delivery_address }] of destinations.entries()) {
    const key = consolidated ? `${account_id}|${site_id}|${addressKey(delivery_address)}` : String(index4);
    groups.set(key, [...groups.get(key) ?? [], index4]);
  }
  return [...groups.values()];
}
var planDispatch = (rows2, destinations, consolidated) => groupsToDispatch(destinations, consolidated).map((orders2) => {
  const first = rows2[orders2[0] ?? 0];
  const differing2 = orders2.map((index4) => ({ index: index4, fields: ofTheBoxes.filter((field) => rows2[index4]?.[field] !== first?.[field]) }));
  return { orders: orders2, differing: differing2.filter(({ fields }) => fields.length > 0) };
});
var differingFields = (plan) => plan.flatMap(({ differing: differing2 }) => differing2.flatMap(({ index: index4, fields }) => fields.map((field) => `orders.${index4}.${field}`)));
function checkPlan(plan) {
  const [field] = differingFields(plan);
  return field === void 0 ? allow : refuse("consolidated_differs", messages.consolidated_differs, field);
}

// server/dispatch/make-dispatches.ts
import { sql as sql22 } from "drizzle-orm";
async function makeDispatches(ctx, made) {
  const inserted = await ctx.db.insert(dispatches).values(made.map(({ rounds: _rounds, ...dispatch }) => ({ ...dispatch, requested_by: ctx.actor.id, created_at: ctx.now }))).returning({ id: dispatches.id });
  const ids3 = inserted.map(({ id: id9 }) => id9).sort((a, b) => a - b);
  const carried2 = made.flatMap(({ rounds: rounds2 }, index4) => rounds2.map((round) => ({ dispatch_id: ids3[index4] ?? 0, ...round })));
  await ctx.db.insert(dispatchOrders).values(carried2);
  await run(
    ctx.db,
    sql22`insert into dispatch_lines (dispatch_id, order_id, order_line_id, product_id, quantity)
      select dispatch_orders.dispatch_id, dispatch_orders.order_id, pick_lines.order_line_id, pick_lines.product_id, pick_lines.qty_picked
      from dispatch_orders join pick_lines on pick_lines.pick_id = dispatch_orders.pick_id
      where dispatch_orders.dispatch_id in ${ids3} and pick_lines.qty_picked > 0
      order by pick_lines.id`
  );
  return ids3;
}

// server/dispatch/request-dispatch.ts
var openRound = notInArray2(picks.state, ["shipped", "closed"]);
function enforceRows(rows2) {
  const errors = {};
  const seen = /* @__PURE__ */ new Set();
  for (const [index4, { uuid, service_key, mark_as_shipped }] of rows2.entries()) {
    if (seen.has(uuid)) errors[`orders.${index4}.uuid`] = messages.twice_in_request;
    seen.add(uuid);
    if (!isShippingService(service_key)) errors[`orders.${index4}.service_key`] = messages.unknown_service;
    else if (mark_as_shipped && service_key !== COLLECTION) errors[`orders.${index4}.mark_as_shipped`] = messages.only_collection;
  }
  if (Object.keys(errors).length) throw invalid(errors);
}
async function roundsOf(ctx, rows2) {
  const uuids = rows2.map(({ uuid }) => uuid);
  const known2 = await ctx.db.select({ id: orders.id, pick_id: picks.id }).from(orders).leftJoin(picks, and7(eq12(picks.order_id, orders.id), openRound)).where(and7(inArray7(orders.uuid, uuids), isNull4(orders.deleted_at)));
  if (known2.length !== uuids.length) throw notFound();
  if (rows2.some(({ mark_as_shipped }) => mark_as_shipped)) {
    const pick_ids = known2.flatMap(({ pick_id }) => pick_id === null ? [] : [pick_id]);
    const skus = pick_ids.length ? await ctx.db.selectDistinct({ product_id: pickLines.product_id }).from(pickLines).where(inArray7(pickLines.pick_id, pick_ids)) : [];
    await lockLevels(
      ctx,
      skus.map(({ product_id }) => product_id)
    );
  }
  await lockOrders(
    ctx,
    known2.map(({ id: id9 }) => id9)
  );
  const held3 = await ctx.db.select({
    id: orders.id,
    uuid: orders.uuid,
    account_id: orders.account_id,
    site_id: orders.delivery_site_id,
    order_address: orders.delivery_address,
    site_address: sites.delivery_address,
    contact_name: orders.contact_name,
    contact_email: orders.contact_email,
    contact_phone: orders.contact_phone,
    is_frozen: orders.is_frozen,
    pick_id: picks.id,
    state: picks.state
  }).from(orders).leftJoin(sites, eq12(sites.id, orders.delivery_site_id)).leftJoin(picks, and7(eq12(picks.order_id, orders.id), openRound)).where(inArray7(orders.uuid, uuids));
  const byUuid2 = new Map(held3.map((order) => [order.uuid, order]));
  return uuids.map((uuid, index4) => {
    const order = byUuid2.get(uuid);
    if (!order) throw notFound();
    const about = { uuid, order_number: orderNumber(order.id) };
    const { pick_id, state, order_address, site_address, ...rest } = order;
    if (pick_id === null || state === null) throw conflict("not_picked", messages.not_booked, about);
    const verdict = checkRequestDispatch({ state, picker: null, is_frozen: order.is_frozen });
    if (!verdict.ok) throw conflict(verdict.code, verdict.message, about);
    const delivery_address = order_address ?? site_address;
    if (!delivery_address) throw invalid({ [`orders.${index4}.uuid`]: messages.no_delivery_address });
    return { ...rest, pick_id, delivery_address };
  });
}
async function requestDispatch3(ctx, { orders: rows2, consolidated }) {
  authorize(policy.dispatch(ctx.actor));
  enforceRows(rows2);
  const rounds2 = await roundsOf(ctx, rows2);
  const plan = planDispatch(rows2, rounds2, consolidated);
  const differing2 = differingFields(plan);
  if (differing2.length) throw invalid(Object.fromEntries(differing2.map((field) => [field, messages.consolidated_differs])));
  const asked3 = plan.flatMap(({ orders: group }) => {
    const [lead] = group;
    const row2 = lead === void 0 ? void 0 : rows2[lead];
    const round = lead === void 0 ? void 0 : rounds2[lead];
    if (!row2 || !round) return [];
    const { account_id, site_id, delivery_address, contact_name, contact_email, contact_phone } = round;
    const { service_key, total_weight, total_items } = row2;
    const carried2 = group.flatMap((index4) => rounds2[index4] ?? []).map(({ id: id9, pick_id }) => ({ order_id: id9, pick_id }));
    return [
      {
        ...{ account_id, site_id, delivery_address, contact_name, contact_email, contact_phone },
        ...{ service_key, total_weight, total_items },
        carrier: carrierOfService(ctx.services.settings, service_key),
        mark_as_shipped: row2.mark_as_shipped ?? false,
        is_consolidated: group.length > 1,
        rounds: carried2
      }
    ];
  });
  const ids3 = await makeDispatches(ctx, asked3);
  await ctx.db.update(picks).set({ state: "awaiting_courier" }).where(
    inArray7(
      picks.id,
      rounds2.map(({ pick_id }) => pick_id)
    )
  );
  await auditEach(
    ctx,
    "dispatch.requested",
    asked3.flatMap(
      ({ rounds: carried2 }, index4) => carried2.map(({ order_id }) => ({ on: { type: "order", id: order_id }, after: { dispatch_id: ids3[index4] } }))
    )
  );
  const toBook = ids3.filter((_, index4) => asked3[index4]?.carrier !== "manual");
  await promiseBookings(
    ctx,
    toBook.map((id9) => ({ id: id9, by: ctx.actor.id }))
  );
  const atOnce = ids3.filter((_, index4) => asked3[index4]?.mark_as_shipped);
  await shipDispatches(ctx, atOnce);
  await refreshStatus(
    ctx,
    rounds2.map(({ id: id9 }) => id9)
  );
  return ids3;
}

// server/dispatch/set-tracking.ts
async function setTracking2(ctx, id9, { tracking_number, consignment_number }) {
  authorize(policy.dispatch(ctx.actor));
  const dispatch = await findDispatch(ctx, id9);
  enforce(checkTrackDispatch(dispatch));
  if (dispatch.rounds.some(({ is_frozen }) => is_frozen)) throw conflict("order_frozen", messages.order_held);
  const numbers2 = { tracking_number, consignment_number: consignment_number || null };
  await audit(ctx, "dispatch.tracked", { type: "dispatch", id: id9 }, null, numbers2);
  await shipDispatches(ctx, [id9], numbers2);
}

// shared/picking/handover-pick.ts
function checkHandoverPick(pick, actor) {
  const now = checkNotPicked(pick);
  if (!now.ok) return now;
  if (!pick.picker) return refuse("not_picking", messages.not_picking);
  return checkPicker(pick, actor);
}

// shared/picking/pause-pick.ts
function checkPausePick(pick, actor) {
  const now = checkNotPicked(pick);
  if (!now.ok) return now;
  if (pick.state === "released") return refuse("not_picking", messages.not_picking);
  return checkPicker(pick, actor);
}
function checkResumePick(pick, actor) {
  const now = checkPausePick(pick, actor);
  if (!now.ok) return now;
  return pick.is_frozen ? refuse("order_frozen", messages.order_held) : all();
}

// shared/picking/send-back-pick.ts
function checkSendBackPick(pick, actor) {
  const now = all(checkOnFloor(pick), checkNotFrozen(pick));
  if (!now.ok) return now;
  if (pick.state === "picked" || pick.state === "booked" || pick.state === "awaiting_courier") return refuse("order_picked", messages.already_picked);
  return actor.role === "super" ? allow : checkPicker(pick, actor);
}

// shared/picking/start-pick.ts
function checkStartPick(pick, actor) {
  const now = all(checkNotPicked(pick), checkNotFrozen(pick));
  if (!now.ok) return now;
  if (pick.picker && pick.picker.id !== actor.id) return refuse("already_claimed", messages.not_picker(pick.picker.name));
  return allow;
}

// shared/prep/complete-prep.ts
var isDecorated = (line2) => line2.qty_picked > 0 && !!line2.decoration;
var isPrepped = ({ state }) => state === "booked" || state === "awaiting_courier" || state === "shipped";
function checkInPrep(pick) {
  const there = checkOnFloor(pick);
  if (!there.ok) return there;
  if (pick.state === "picked") return allow;
  if (pick.state === "booked" || pick.state === "awaiting_courier") return refuse("order_ready", messages.already_booked);
  return refuse("not_picked", messages.not_picked);
}
var checkCompletePrep = (pick) => all(checkOnFloor(pick), checkNotFrozen(pick), checkInPrep(pick));
var prepLeft = (lines2) => lines2.filter((line2) => isDecorated(line2) && !line2.prep_ticked_at).length;

// shared/sync/digest.ts
var digestOf = (lines2) => [...lines2].sort((a, b) => a.id - b.id).map((line2) => `${line2.id}:${line2.product_id}:${line2.qty_picked}:${line2.code ?? ""}`).join("\n");
var partOf = (line2) => {
  const [id9, product_id, qty_picked, ...code] = line2.split(":");
  const numbers2 = [id9, product_id, qty_picked].map(Number);
  if (code.length === 0 || !numbers2.every(Number.isSafeInteger)) return null;
  return [Number(id9), { product_id: Number(product_id), qty_picked: Number(qty_picked), code: code.join(":") || null }];
};
var partsOf = (digest2) => new Map(digest2.split("\n").flatMap((line2) => [partOf(line2)].filter((part) => part !== null)));
function digestDifferences(seen, now) {
  const [before, after3] = [partsOf(seen), partsOf(now)];
  return [.../* @__PURE__ */ new Set([...before.keys(), ...after3.keys()])].sort((a, b) => a - b).map((pick_line_id) => ({ pick_line_id, seen: before.get(pick_line_id) ?? null, now: after3.get(pick_line_id) ?? null })).filter(({ seen: was, now: is2 }) => was?.product_id !== is2?.product_id || was?.qty_picked !== is2?.qty_picked || was?.code !== is2?.code);
}

// server/picking/assign-tote.ts
import { eq as eq13 } from "drizzle-orm";
async function assignTote2(ctx, pick, named7) {
  authorize(policy.pick(ctx.actor));
  enforce(checkOnFloor(pick));
  const tote2 = named7 || null;
  if (pick.tote === tote2) return;
  await ctx.db.update(picks).set({ tote: tote2 }).where(eq13(picks.id, pick.id));
  await audit(ctx, "pick.tote", { type: "order", id: pick.order_id }, { tote: pick.tote }, { tote: tote2 });
}

// server/picking/complete-pick.ts
import { eq as eq17, sql as sql26 } from "drizzle-orm";

// server/allocation/change-allocation.ts
import { sql as sql23 } from "drizzle-orm";
async function changeAllocation(ctx, changes) {
  const told = changes.filter(({ by: by2 }) => by2 !== 0);
  if (!told.length) return;
  const values = sql23.join(
    told.map(({ order_line_id, by: by2 }) => sql23`(cast(${order_line_id} as bigint), cast(${by2} as bigint))`),
    sql23`, `
  );
  await run(
    ctx.db,
    sql23`with change (order_line_id, pieces) as (values ${values})
      update order_lines set qty_allocated = qty_allocated + change.pieces, version = version + 1
      from change where change.order_line_id = order_lines.id`
  );
}

// server/dispatch/ship-on-booked.ts
import { eq as eq14 } from "drizzle-orm";
async function shipOnBooked(ctx, { id: pick_id, order_id }) {
  const [known2] = await ctx.db.select({
    account_id: orders.account_id,
    site_id: orders.delivery_site_id,
    order_address: orders.delivery_address,
    site_address: sites.delivery_address,
    contact_name: orders.contact_name,
    contact_email: orders.contact_email,
    contact_phone: orders.contact_phone
  }).from(orders).leftJoin(sites, eq14(sites.id, orders.delivery_site_id)).where(eq14(orders.id, order_id));
  const { order_address, site_address, ...order } = found(known2);
  const delivery_address = order_address ?? site_address;
  if (!delivery_address) throw conflict("no_delivery_address", messages.no_delivery_address);
  const { DEFAULT_BOX_WEIGHT_KG, DEFAULT_BOX_COUNT } = ctx.services.settings;
  const ids3 = await makeDispatches(ctx, [
    {
      ...order,
      delivery_address,
      service_key: COLLECTION,
      carrier: "manual",
      total_weight: DEFAULT_BOX_WEIGHT_KG,
      total_items: DEFAULT_BOX_COUNT,
      mark_as_shipped: true,
      is_consolidated: false,
      rounds: [{ order_id, pick_id }]
    }
  ]);
  await shipDispatches(ctx, ids3);
}

// server/stock/reserve.ts
var reserve = (ctx, reservations) => changeLevels(
  ctx,
  reservations.map(({ product_id, qty }) => ({ product_id, qty_available: 0, qty_allocated: qty }))
);
var release = (ctx, reservations) => reserve(
  ctx,
  reservations.map(({ product_id, qty }) => ({ product_id, qty: -qty }))
);

// server/picking/close-pick.ts
import { eq as eq15, sql as sql24 } from "drizzle-orm";
async function closePick(ctx, pick_id, close_reason) {
  await ctx.db.update(picks).set({ state: "closed", ended_at: ctx.now, close_reason }).where(eq15(picks.id, pick_id));
  await run(
    ctx.db,
    sql24`insert into shelf_tasks (pick_line_id, product_id, order_id, device, qty, reason, created_at)
      select pick_lines.id, pick_lines.product_id, picks.order_id, coalesce(pick_lines.picked_device, ''), pick_lines.qty_picked, ${close_reason}, ${ctx.now}
      from pick_lines join picks on picks.id = pick_lines.pick_id
      where pick_lines.pick_id = ${pick_id} and pick_lines.qty_picked > 0
      on conflict (pick_line_id, device) do update set qty = excluded.qty, reason = excluded.reason, done_at = null, done_by = null`
  );
}

// server/picking/find-pick-line.ts
import { asc as asc6, eq as eq16, sql as sql25 } from "drizzle-orm";
var columns = {
  id: pickLines.id,
  pick_id: pickLines.pick_id,
  order_line_id: pickLines.order_line_id,
  product_id: pickLines.product_id,
  employee_id: orderLines.employee_id,
  decoration: orderLines.decoration,
  qty_allocated: pickLines.qty_allocated,
  qty_picked: pickLines.qty_picked,
  code: pickLines.code,
  other_reason: pickLines.other_reason,
  picked_by: pickLines.picked_by,
  picked_device: pickLines.picked_device,
  prep_ticked_at: pickLines.prep_ticked_at,
  fact_version: pickLines.fact_version
};
var lineById = prepared(
  "pick_line_by_id",
  (db) => db.select(columns).from(pickLines).innerJoin(orderLines, eq16(orderLines.id, pickLines.order_line_id)).where(eq16(pickLines.id, sql25.placeholder("id")))
);
var linesOfOne = prepared(
  "lines_of_pick",
  (db) => db.select(columns).from(pickLines).innerJoin(orderLines, eq16(orderLines.id, pickLines.order_line_id)).where(eq16(pickLines.pick_id, sql25.placeholder("pick_id"))).orderBy(asc6(pickLines.id))
);
var allReasons = prepared(
  "reason_codes",
  (db) => db.select({ code: errorCodes.code, requires_input: errorCodes.requires_input }).from(errorCodes)
);
var findPickLine = async (ctx, id9) => found((await lineById(ctx.db, { id: id9 }))[0]);
var linesOfPick = (ctx, pick_id) => linesOfOne(ctx.db, { pick_id });
var reasonCodes = (ctx) => allReasons(ctx.db);

// server/picking/complete-pick.ts
var wearersOfOrder = prepared(
  "wearers_to_bag_for",
  (db) => db.select({ n: sql26`count(*)`.mapWith(Number) }).from(orderEmployees).where(eq17(orderEmployees.order_id, sql26.placeholder("order_id")))
);
async function settleShortLines(ctx, lines2) {
  const short = lines2.map((line2) => ({ ...line2, qty: line2.qty_allocated - line2.qty_picked })).filter(({ qty }) => qty > 0);
  if (!short.length) return;
  await release(ctx, short);
  await changeAllocation(
    ctx,
    short.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty }))
  );
  await ctx.db.insert(stockChecks).values(
    short.map(({ id: id9, product_id, qty, code, other_reason }) => ({
      product_id,
      pick_line_id: id9,
      qty_short: qty,
      code,
      other_reason,
      opened_by: ctx.actor.id,
      opened_at: ctx.now
    }))
  );
}
async function completePick2(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  const lines2 = await linesOfPick(ctx, pick.id);
  enforce(checkMoveToPrep(pick, lines2, ctx.actor));
  await settleShortLines(ctx, lines2);
  const [wearers2] = await wearersOfOrder(ctx.db, { order_id: pick.order_id });
  const next2 = afterPick(lines2, wearers2?.n);
  if (next2 === "closed") await closePick(ctx, pick.id, "nothing_picked");
  else
    await ctx.db.update(picks).set({ state: next2, picked_at: ctx.now, ...next2 === "booked" ? { booked_at: ctx.now } : {} }).where(eq17(picks.id, pick.id));
  await audit(ctx, "pick.completed", { type: "order", id: pick.order_id }, { state: pick.state }, { pick_id: pick.id, state: next2 });
  if (next2 === "booked" && pick.skip_dispatch) await shipOnBooked(ctx, pick);
  else await refreshStatus(ctx, [pick.order_id]);
}

// server/picking/find-pick.ts
import { and as and8, desc as desc3, eq as eq18, isNull as isNull5, notInArray as notInArray3, sql as sql27 } from "drizzle-orm";
var pickById = prepared(
  "pick_by_id",
  (db) => db.select({
    id: picks.id,
    order_id: picks.order_id,
    uuid: orders.uuid,
    account_id: orders.account_id,
    state: picks.state,
    close_reason: picks.close_reason,
    picker_id: picks.picker_id,
    forenames: users.forenames,
    surname: users.surname,
    tote: picks.tote,
    is_frozen: orders.is_frozen,
    frozen_reason: orders.frozen_reason,
    ended_at: picks.ended_at,
    skip_dispatch: orders.skip_dispatch
  }).from(picks).innerJoin(orders, eq18(orders.id, picks.order_id)).leftJoin(users, eq18(users.id, picks.picker_id)).where(eq18(picks.id, sql27.placeholder("id")))
);
var openPickOfOrder = prepared(
  "open_pick_of_order",
  (db) => db.select({ pick_id: picks.id, order_id: orders.id }).from(orders).leftJoin(picks, and8(eq18(picks.order_id, orders.id), notInArray3(picks.state, ["shipped", "closed"]))).where(and8(eq18(orders.uuid, sql27.placeholder("uuid")), isNull5(orders.deleted_at))).orderBy(desc3(picks.id))
);
async function readPick(ctx, id9) {
  const { forenames, surname, ...pick } = found((await pickById(ctx.db, { id: id9 }))[0]);
  const picker = pick.picker_id === null ? null : { id: pick.picker_id, name: `${forenames ?? ""} ${surname ?? ""}`.trim() };
  return { ...pick, picker };
}
async function lockStockOf(ctx, pick_id) {
  const skus = await ctx.db.select({ product_id: pickLines.product_id }).from(pickLines).where(eq18(pickLines.pick_id, pick_id));
  await lockLevels(
    ctx,
    skus.map(({ product_id }) => product_id)
  );
}
async function findPick(ctx, id9, { with_stock = false } = {}) {
  const { order_id } = await readPick(ctx, id9);
  if (with_stock) await lockStockOf(ctx, id9);
  await lockAnyOrder(ctx, order_id);
  return readPick(ctx, id9);
}
async function findOpenPick(ctx, uuid, { with_stock = false } = {}) {
  const open4 = found((await openPickOfOrder(ctx.db, { uuid }))[0]);
  if (with_stock && open4.pick_id !== null) await lockStockOf(ctx, open4.pick_id);
  await lockOrder(ctx, open4.order_id);
  const { pick_id } = found((await openPickOfOrder(ctx.db, { uuid }))[0]);
  if (pick_id === null) throw conflict("pick_closed", messages.not_in_round);
  return readPick(ctx, pick_id);
}

// server/picking/handover-pick.ts
import { eq as eq19 } from "drizzle-orm";
async function handoverPick(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  enforce(checkHandoverPick(pick, ctx.actor));
  await ctx.db.update(picks).set({ state: "released", picker_id: null, claimed_at: null, paused_at: null, handed_over_by: ctx.actor.id, handed_over_at: ctx.now }).where(eq19(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, "pick.handed_over", { type: "order", id: pick.order_id }, { picker_id: pick.picker_id }, { pick_id: pick.id });
}

// server/picking/pause-pick.ts
import { eq as eq20 } from "drizzle-orm";
async function turn(ctx, pick, state) {
  if (pick.state === state) return;
  await ctx.db.update(picks).set({ state, paused_at: state === "paused" ? ctx.now : null }).where(eq20(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  const what = state === "paused" ? "pick.paused" : "pick.resumed";
  await audit(ctx, what, { type: "order", id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
}
async function pausePick(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  enforce(checkPausePick(pick, ctx.actor));
  await turn(ctx, pick, "paused");
}
async function resumePick(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  enforce(checkResumePick(pick, ctx.actor));
  await turn(ctx, pick, "picking");
}

// server/picking/send-back-pick.ts
async function sendBackPick(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  enforce(checkSendBackPick(pick, ctx.actor));
  await closePick(ctx, pick.id, "sent_back");
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, "pick.sent_back", { type: "order", id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
}

// server/picking/start-pick.ts
import { eq as eq21, sql as sql28 } from "drizzle-orm";
async function startPick(ctx, pick) {
  authorize(policy.pick(ctx.actor));
  enforce(checkStartPick(pick, ctx.actor));
  if (pick.state === "picking" && pick.picker_id === ctx.actor.id) return;
  await ctx.db.update(picks).set({
    state: "picking",
    picker_id: ctx.actor.id,
    started_at: sql28`coalesce(${picks.started_at}, ${ctx.now})`,
    paused_at: null,
    ...pick.picker_id === ctx.actor.id ? {} : { claimed_at: ctx.now }
  }).where(eq21(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, "pick.started", { type: "order", id: pick.order_id }, { picker_id: pick.picker_id }, { pick_id: pick.id });
}

// server/prep/complete-prep.ts
import { eq as eq22 } from "drizzle-orm";
async function completePrep(ctx, pick) {
  authorize(policy.prep(ctx.actor));
  enforce(checkCompletePrep(pick));
  await ctx.db.update(picks).set({ state: "booked", booked_at: ctx.now }).where(eq22(picks.id, pick.id));
  await audit(ctx, "prep.completed", { type: "order", id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
  if (pick.skip_dispatch) await shipOnBooked(ctx, pick);
  else await refreshStatus(ctx, [pick.order_id]);
}

// server/prep/tick-line.ts
import { eq as eq23 } from "drizzle-orm";
import { z as z11 } from "zod";
var tickLineBody = z11.object({ ticked: z11.boolean() });
async function tickLine(ctx, line_id, ticked) {
  authorize(policy.prep(ctx.actor));
  const { pick_id } = await findPickLine(ctx, line_id);
  const pick = await findPick(ctx, pick_id);
  enforce(checkInPrep(pick));
  const line2 = await findPickLine(ctx, line_id);
  if (line2.prep_ticked_at !== null === ticked) return false;
  await ctx.db.update(pickLines).set({ prep_ticked_at: ticked ? ctx.now : null, prep_ticked_by: ticked ? ctx.actor.id : null }).where(eq23(pickLines.id, line_id));
  await audit(ctx, ticked ? "prep.ticked" : "prep.unticked", { type: "order", id: pick.order_id }, null, { pick_line_id: line_id });
  return true;
}

// server/sync/bases.ts
import { sql as sql29 } from "drizzle-orm";
init_wire();
var outcomesOf = prepared(
  "sync_outcomes_of",
  (db) => db.select({
    m: syncOutcomes.m,
    outcome: syncOutcomes.outcome,
    fact_version: syncOutcomes.fact_version,
    root_m: syncOutcomes.root_m,
    resolved_at: syncOutcomes.resolved_at
  }).from(syncOutcomes).where(amongTexts(syncOutcomes.m, sql29.placeholder("ms")))
);
var afterOf = (base2) => Object.values(base2).flatMap((seen) => typeof seen === "object" && "after" in seen ? [seen.after] : []);
async function seenLine(db, base2, pick_line_id) {
  const seen = base2[lineBaseKey(pick_line_id)];
  if (seen === void 0) return "missing";
  if (typeof seen === "number") return { version: seen };
  if ("facts" in seen) return seen;
  const [before] = await outcomesOf(db, { ms: textList([seen.after]) });
  if (!before) return "missing";
  if (isRefused(before.outcome)) return "refused";
  return before.fact_version === null ? "missing" : { version: before.fact_version };
}
async function refusedRoot(db, base2) {
  const ms = afterOf(base2);
  if (!ms.length) return null;
  const before = (await outcomesOf(db, { ms: textList(ms) })).find(({ outcome, resolved_at }) => isRefused(outcome) && !resolved_at);
  return before ? before.root_m ?? before.m : null;
}

// server/sync/garments.ts
import { sql as sql30 } from "drizzle-orm";
var garments = prepared(
  "sync_garments",
  (db) => db.select({
    id: products.id,
    sku: products.sku,
    name: products.name,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    bin: products.bin
  }).from(products).where(among(products.id, sql30.placeholder("ids")))
);
async function garmentsOf(db, ids3) {
  if (!ids3.length) return /* @__PURE__ */ new Map();
  const found2 = await garments(db, { ids: idList([...new Set(ids3)]) });
  return new Map(
    found2.map((product2) => [
      product2.id,
      {
        product_id: product2.id,
        sku: product2.sku,
        product_name: product2.name,
        variation_colour: product2.variation_colour,
        colour_hex: product2.colour_hex,
        size: sizeOf(product2),
        bin: product2.bin
      }
    ])
  );
}
var unknownGarment = (product_id) => ({
  product_id,
  sku: null,
  product_name: null,
  variation_colour: null,
  colour_hex: null,
  size: null,
  bin: null
});

// server/sync/round-as-it-is.ts
var roundAsItIs = (pick, message) => ({
  order_number: orderNumber(pick.order_id),
  state: pick.state,
  picker: pick.picker,
  is_frozen: pick.is_frozen,
  frozen_reason: pick.frozen_reason,
  ended_at: pick.ended_at,
  ...message && { message }
});

// server/sync/act-on-pick.ts
var refusedBy = (verdict, pick) => ({
  ...outcomeOfRefusal(verdict),
  server: { ...roundAsItIs(pick, verdict.message) }
});
var moving = (check4, move2, isThere) => async (ctx, { pick_id }) => {
  const pick = await findPick(ctx, pick_id);
  const now = check4(pick, ctx.actor);
  if (!now.ok) return refusedBy(now, pick);
  await move2(ctx, pick);
  return isThere(pick, ctx) ? noop : applied;
};
var isMine = (pick, { actor }) => pick.picker?.id === actor.id;
var start2 = moving(checkStartPick, startPick, (pick, ctx) => pick.state === "picking" && isMine(pick, ctx));
var pause = moving(checkPausePick, pausePick, ({ state }) => state === "paused");
var resume = moving(checkResumePick, resumePick, ({ state }) => state === "picking");
var handover = moving(checkHandoverPick, handoverPick, () => false);
var sendBack = moving(checkSendBackPick, sendBackPick, () => false);
async function tote(ctx, { pick_id, tote: name4 }) {
  const pick = await findPick(ctx, pick_id);
  await assignTote2(ctx, pick, name4);
  return pick.tote === name4 ? noop : applied;
}
var MOST_SHOWN = 100;
async function differs(ctx, pick_ids, digest2) {
  const lines2 = [];
  for (const id9 of pick_ids) lines2.push(...await linesOfPick(ctx, id9));
  const now = digestOf(lines2);
  if (now === digest2) return null;
  const different = digestDifferences(digest2, now).slice(0, MOST_SHOWN);
  const garments2 = await garmentsOf(
    ctx.db,
    different.flatMap(({ seen, now: is2 }) => [seen?.product_id ?? 0, is2?.product_id ?? 0])
  );
  const differences = different.map((one2) => ({ ...one2, garment: garments2.get((one2.seen ?? one2.now)?.product_id ?? 0) ?? null }));
  return { ...refused("DIGEST"), server: { digest: now, seen: digest2, differences } };
}
async function complete(ctx, { pick_id, digest: digest2 }, { base: base2 }) {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, base2)) return refused("AFTER");
  const now = checkRecording(pick, ctx.actor);
  if (!now.ok) return refusedBy(now, pick);
  const other = await differs(ctx, [pick_id], digest2);
  if (other) return { ...other, server: { ...roundAsItIs(pick), ...other.server } };
  await completePick2(ctx, pick);
  return applied;
}
async function finishPrep(ctx, { pick_id, digest: digest2 }, { base: base2 }) {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, base2)) return refused("AFTER");
  const isDone = isPrepped(pick);
  const now = checkCompletePrep(pick);
  if (!now.ok && !isDone) return refusedBy(now, pick);
  const other = await differs(ctx, [pick_id], digest2);
  if (other) return { ...other, server: { ...roundAsItIs(pick), ...other.server } };
  if (isDone) return noop;
  await completePrep(ctx, pick);
  return applied;
}
async function tick(ctx, { pick_id, pick_line_id, ticked }) {
  const line2 = await findPickLine(ctx, pick_line_id);
  if (line2.pick_id !== pick_id) return refused("INVALID");
  if (ticked && isPrepped(await findPick(ctx, pick_id))) return noop;
  return await tickLine(ctx, pick_line_id, ticked) ? applied : noop;
}

// server/sync/mutation.ts
var Refusal = class extends Error {
  constructor(done) {
    super(done.code ?? done.outcome);
    this.done = done;
  }
  done;
};
var sentOf = ({ m, base: base2, actor_id, at }, device2) => ({ m, device: device2, base: base2, actor_id, at });

// server/sync/act-on-dispatch.ts
var openRounds = async ({ db }, uuids) => {
  const rounds2 = await db.select({ id: picks.id }).from(picks).innerJoin(orders, eq24(orders.id, picks.order_id)).where(and9(inArray8(orders.uuid, [...uuids]), notInArray4(picks.state, ["shipped", "closed"])));
  return rounds2.map(({ id: id9 }) => id9);
};
async function request(ctx, { digest: digest2, ...asked3 }, { base: base2 }) {
  if (await refusedRoot(ctx.db, base2)) return refused("AFTER");
  const rounds2 = await openRounds(
    ctx,
    asked3.orders.map(({ uuid }) => uuid)
  );
  await requestDispatch3(ctx, asked3);
  const other = await differs(ctx, rounds2, digest2);
  if (other) throw new Refusal(other);
  return applied;
}
async function edit(ctx, { dispatch_id, ...fields }) {
  await editDispatch2(ctx, dispatch_id, fields);
  return applied;
}
async function setTracking3(ctx, { dispatch_id, ...numbers2 }) {
  const [has] = await ctx.db.select({ tracking_number: consignments.tracking_number }).from(consignments).innerJoin(dispatches, and9(eq24(dispatches.id, consignments.dispatch_id), eq24(dispatches.state, "shipped"))).where(eq24(consignments.dispatch_id, dispatch_id));
  if (has && has.tracking_number === numbers2.tracking_number) return noop;
  await setTracking2(ctx, dispatch_id, numbers2);
  return applied;
}

// server/attention/resolve-item.ts
import { and as and16, eq as eq31, isNull as isNull10 } from "drizzle-orm";

// shared/sync/task-name.ts
var shelfTaskName = (id9) => `00000000-0000-4000-8000-${id9.toString(16).padStart(12, "0")}`;
var shelfTaskOfName = (m) => {
  const [, hex2] = /^00000000-0000-4000-8000-([0-9a-f]{12})$/i.exec(m) ?? [];
  return hex2 ? Number.parseInt(hex2, 16) : null;
};

// server/stock/resolve-count.ts
import { and as and13, eq as eq28, isNull as isNull8 } from "drizzle-orm";

// server/stock/count-stock.ts
import { and as and12, asc as asc8, eq as eq27, gt as gt2, inArray as inArray9, isNull as isNull7, notInArray as notInArray5, or as or3, sql as sql34 } from "drizzle-orm";
import { z as z15 } from "zod";

// shared/stock/count-stock.ts
import { z as z12 } from "zod";
var countStock = z12.object({ field: z12.literal("qty_available"), value: z12.int().nonnegative().max(1e7) });
var needsApproval = (role2, qty_believed, qty_counted, limit) => role2 !== "super" && Math.abs(qty_counted - qty_believed) > limit;

// shared/stock/take-back.ts
var newestFirst = (a, b) => b.order_id - a.order_id || b.order_line_id - a.order_line_id;
function takeBack(holdings, qty_missing) {
  const isReleased = (holding) => holding.pick_line_id !== null;
  const inTurn = [...holdings.filter((held3) => !isReleased(held3)).sort(newestFirst), ...holdings.filter(isReleased).sort(newestFirst)];
  const taken = [];
  let left2 = qty_missing;
  for (const { order_line_id, order_id, pick_line_id, qty_allocated, qty_picked } of inTurn) {
    const qty = Math.min(left2, qty_allocated - (pick_line_id === null ? 0 : qty_picked));
    if (qty <= 0) continue;
    taken.push({ order_line_id, order_id, pick_line_id, qty });
    left2 -= qty;
  }
  return left2 > 0 ? null : taken;
}

// server/picking/take-back-pick-lines.ts
import { sql as sql31 } from "drizzle-orm";
async function takeBackPickLines(ctx, taken) {
  if (!taken.length) return;
  const values = sql31.join(
    taken.map(({ pick_line_id, qty }) => sql31`(cast(${pick_line_id} as bigint), cast(${qty} as bigint))`),
    sql31`, `
  );
  await run(
    ctx.db,
    sql31`with taken (pick_line_id, pieces) as (values ${values})
      update pick_lines set qty_allocated = qty_allocated - taken.pieces, fact_version = fact_version + 1,
        code = case when qty_picked < qty_allocated - taken.pieces then code end,
        other_reason = case when qty_picked < qty_allocated - taken.pieces then other_reason end
      from taken where taken.pick_line_id = pick_lines.id`
  );
}

// server/stock/request-count.ts
import { randomUUID } from "node:crypto";
import { z as z13 } from "zod";
var countRequest = z13.object({ id: z13.int(), m: z13.string(), product_id: z13.int(), qty: z13.int().nullable(), created_at: z13.string() });
async function requestCount2(ctx, { product_id, pick_line_id, qty, m = randomUUID(), device: device2 = null }) {
  authorize(policy.count_stock(ctx.actor));
  const [request2] = await ctx.db.insert(countRequests).values({ m, product_id, pick_line_id, qty, device: device2, requested_by: ctx.actor.id, created_at: ctx.now }).returning({
    id: countRequests.id,
    m: countRequests.m,
    product_id: countRequests.product_id,
    qty: countRequests.qty,
    created_at: countRequests.created_at
  });
  await audit(ctx, "stock.count_requested", { type: "product", id: product_id }, null, { qty });
  return found(request2);
}

// server/stock/stock-queries.ts
import { and as and11, asc as asc7, eq as eq26, isNull as isNull6, sql as sql33 } from "drizzle-orm";
import { z as z14 } from "zod";

// server/stock/on-order.ts
import { and as and10, eq as eq25, sql as sql32 } from "drizzle-orm";
var onOrder = (product_id) => sql32`(select coalesce(sum(case when ${purchaseOrderLines.qty_requested} > ${purchaseOrderLines.qty_received}
    then ${purchaseOrderLines.qty_requested} - ${purchaseOrderLines.qty_received} else 0 end), 0)
    from ${purchaseOrderLines} where ${and10(eq25(purchaseOrderLines.product_id, product_id), sql32`${purchaseOrderLines.is_open}`)})`.mapWith(Number);
var inQuestion = (product_id) => sql32`(select coalesce(sum(${stockChecks.qty_short}), 0)
    from ${stockChecks} where ${stockChecks.product_id} = ${product_id} and ${stockChecks.closed_at} is null)`.mapWith(Number);

// server/stock/stock-queries.ts
var stockRow = z14.object({
  id: z14.int(),
  sku: z14.string(),
  name: z14.string(),
  bin: z14.string().nullable(),
  qty_available: z14.int().describe("On hand"),
  qty_allocated: z14.int(),
  qty_free: z14.int(),
  on_order: z14.int(),
  qty_in_question: z14.int().describe("Not found by a picker, and not counted since")
});
var stockWhere = (db, which3) => {
  const available = sql33`coalesce(${stockLevels.qty_available}, 0)`.mapWith(Number);
  const allocated = sql33`coalesce(${stockLevels.qty_allocated}, 0)`.mapWith(Number);
  return db.select({
    id: products.id,
    sku: products.sku,
    name: products.name,
    bin: products.bin,
    qty_available: available,
    qty_allocated: allocated,
    qty_free: sql33`coalesce(${stockLevels.qty_available} - ${stockLevels.qty_allocated}, 0)`.mapWith(Number),
    on_order: onOrder(products.id),
    qty_in_question: inQuestion(products.id)
  }).from(products).leftJoin(stockLevels, eq26(stockLevels.product_id, products.id)).where(and11(which3, isNull6(products.deleted_at))).orderBy(asc7(products.sku));
};
var bySku = prepared("stock_by_sku", (db) => stockWhere(db, amongTexts(products.sku, sql33.placeholder("skus"))));
var byId = prepared("stock_by_product", (db) => stockWhere(db, among(products.id, sql33.placeholder("ids"))));
var stockOfSkus = (ctx, skus) => bySku(ctx.db, { skus: textList(skus) });
var stockOfProducts = (ctx, ids3) => byId(ctx.db, { ids: idList(ids3) });

// server/stock/count-stock.ts
var countedStock = stockRow.extend({
  taken_back: z15.array(z15.object({ order_line_id: z15.int(), uuid: z15.string(), order_number: z15.string(), qty: z15.int() })).describe("Lines that lost allocation because the pieces are not there"),
  count_request: countRequest.nullable().describe("Set where the count waits for a super, and nothing has changed yet")
});
var openRound2 = notInArray5(picks.state, ["shipped", "closed"]);
async function holdingsOf(ctx, product_id) {
  const holds = and12(
    gt2(orderLines.qty_allocated, 0),
    or3(eq27(orderLines.picked_product_id, product_id), and12(isNull7(orderLines.picked_product_id), eq27(orderLines.product_id, product_id)))
  );
  const held3 = await ctx.db.selectDistinct({ order_id: orderLines.order_id }).from(orderLines).where(holds);
  if (!held3.length) return [];
  const ids3 = held3.map(({ order_id }) => order_id);
  await locked(ctx.db.select({ id: orders.id }).from(orders).where(inArray9(orders.id, ids3)).orderBy(asc8(orders.id)));
  return ctx.db.select({
    order_line_id: orderLines.id,
    order_id: orderLines.order_id,
    qty_allocated: orderLines.qty_allocated,
    pick_line_id: sql34`case when ${picks.id} is not null then ${pickLines.id} end`,
    qty_picked: sql34`coalesce(${pickLines.qty_picked}, 0)`.mapWith(Number)
  }).from(orderLines).leftJoin(picks, and12(eq27(picks.order_id, orderLines.order_id), openRound2)).leftJoin(pickLines, and12(eq27(pickLines.pick_id, picks.id), eq27(pickLines.order_line_id, orderLines.id))).where(holds);
}
async function takenBack(ctx, product_id, taken) {
  if (!taken.length) return [];
  await changeAllocation(
    ctx,
    taken.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty }))
  );
  await takeBackPickLines(
    ctx,
    taken.flatMap(({ pick_line_id, qty }) => pick_line_id === null ? [] : [{ pick_line_id, qty }])
  );
  await auditEach(
    ctx,
    "allocation.taken_back",
    taken.map(({ order_id, order_line_id, qty }) => ({ on: { type: "order", id: order_id }, after: { order_line_id, product_id, qty } }))
  );
  const uuids = await ctx.db.select({ id: orders.id, uuid: orders.uuid }).from(orders).where(
    inArray9(
      orders.id,
      taken.map(({ order_id }) => order_id)
    )
  );
  const uuidOf = new Map(uuids.map(({ id: id9, uuid }) => [id9, uuid]));
  return taken.map(({ order_line_id, order_id, qty }) => ({
    order_line_id,
    uuid: uuidOf.get(order_id) ?? "",
    order_number: orderNumber(order_id),
    qty
  }));
}
async function supersedeRequests(ctx, product_id, qty) {
  const answered = await ctx.db.update(countRequests).set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice: "superseded" }).where(and12(eq27(countRequests.product_id, product_id), isNull7(countRequests.resolved_at))).returning({ m: countRequests.m });
  await auditEach(
    ctx,
    "stock.count_resolved",
    answered.map(({ m }) => ({ on: { type: "product", id: product_id }, after: { choice: "superseded", m, qty } }))
  );
}
async function countStock2(ctx, product_id, qty) {
  authorize(policy.count_stock(ctx.actor));
  const [product2] = await ctx.db.select({ id: products.id, has_children: sql34`exists (select 1 from products child where child.parent_id = products.id)` }).from(products).where(and12(eq27(products.id, product_id), isNull7(products.deleted_at)));
  if (found(product2).has_children) throw invalid({ value: messages.count_a_size });
  const level = (await lockLevels(ctx, [product_id])).get(product_id) ?? { qty_available: 0, qty_allocated: 0 };
  if (needsApproval(ctx.actor.role, level.qty_available, qty, ctx.services.settings.COUNT_APPROVAL_LIMIT)) {
    const request2 = await requestCount2(ctx, { product_id, pick_line_id: null, qty });
    const [stock2] = await stockOfProducts(ctx, [product_id]);
    return { ...found(stock2), taken_back: [], count_request: request2 };
  }
  const missing4 = Math.max(0, level.qty_allocated - qty);
  const taken = missing4 > 0 ? takeBack(await holdingsOf(ctx, product_id), missing4) : [];
  if (!taken) throw conflict("order_picked", messages.count_below_picked);
  const taken_back = await takenBack(ctx, product_id, taken);
  await move(ctx, [{ product_id, type: "ADJUSTMENT", qty: qty - level.qty_available, qty_allocated: -missing4, reason: "count" }]);
  await ctx.db.update(stockChecks).set({ closed_at: ctx.now, closed_by: ctx.actor.id }).where(and12(eq27(stockChecks.product_id, product_id), isNull7(stockChecks.closed_at)));
  await supersedeRequests(ctx, product_id, qty);
  await audit(ctx, "stock.counted", { type: "product", id: product_id }, { qty_available: level.qty_available }, { qty_available: qty });
  const [stock] = await stockOfProducts(ctx, [product_id]);
  return { ...found(stock), taken_back, count_request: null };
}

// server/stock/resolve-count.ts
async function resolveCount(ctx, m, choice, counted2) {
  const waiting2 = and13(eq28(countRequests.m, m), isNull8(countRequests.resolved_at));
  const [request2] = await ctx.db.update(countRequests).set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice }).where(waiting2).returning({ product_id: countRequests.product_id, qty: countRequests.qty });
  if (!request2) return false;
  authorize(policy.use_office(ctx.actor));
  const qty = counted2 ?? request2.qty;
  if (choice === "mine") {
    if (qty === null) throw invalid({ choice: messages.not_counted });
    await countStock2(ctx, request2.product_id, qty);
  }
  await audit(ctx, "stock.count_resolved", { type: "product", id: request2.product_id }, null, { choice, qty });
  return true;
}

// server/attention/resolve-outcome.ts
import { and as and15, asc as asc9, eq as eq30, isNull as isNull9, sql as sql38 } from "drizzle-orm";
init_wire();

// server/db/versions.ts
import { sql as sql35 } from "drizzle-orm";
var thisVersion = pg ? sql35`pg_current_xact_id()::text::bigint` : sql35`(select v from sync_clock)`;
var nextVersion = pg ? sql35`pg_snapshot_xmin(pg_current_snapshot())::text::bigint` : sql35`(select v + 1 from sync_clock)`;
var versionLimit = pg ? sql35`pg_snapshot_xmax(pg_current_snapshot())::text::bigint` : sql35`(select v + 1 from sync_clock)`;

// server/sync/actor-of.ts
import { and as and14, eq as eq29, sql as sql36 } from "drizzle-orm";
var actorOnDevice = prepared(
  "sync_actor",
  (db) => db.select({
    id: users.id,
    forenames: users.forenames,
    surname: users.surname,
    role: users.role,
    is_disabled: users.is_disabled,
    deleted_at: users.deleted_at
  }).from(users).innerJoin(syncDeviceUsers, and14(eq29(syncDeviceUsers.user_id, users.id), eq29(syncDeviceUsers.device, sql36.placeholder("device")))).where(eq29(users.id, sql36.placeholder("id")))
);
async function actorOf({ db, actor: bearer2 }, device2, id9) {
  if (id9 === bearer2.id) return bearer2;
  const [person6] = await actorOnDevice(db, { device: device2, id: id9 });
  if (!person6) return "ACTOR_UNKNOWN";
  if (person6.is_disabled || person6.deleted_at) return "ACTOR_DISABLED";
  const actor = {
    id: id9,
    name: `${person6.forenames} ${person6.surname}`.trim(),
    role: person6.role,
    account_id: null,
    site_ids: [],
    is_supervised_orderer: false,
    can_view_restricted_products: false,
    impersonator_id: bearer2.id
  };
  return policy.use_floor(actor) ? { ...actor, role: "warehouse" } : "NOT_ALLOWED";
}

// server/sync/shelf-task.ts
import { sql as sql37 } from "drizzle-orm";
var orderOfLine = (pick_line_id) => sql37`(select picks.order_id from pick_lines join picks on picks.id = pick_lines.pick_id where pick_lines.id = ${pick_line_id})`;
async function keepShelfTask(ctx, task) {
  const done = task.qty === 0 ? { done_at: ctx.now, done_by: ctx.actor.id } : { done_at: null, done_by: null };
  await ctx.db.insert(shelfTasks).values({ ...task, ...done, order_id: orderOfLine(task.pick_line_id), created_at: ctx.now }).onConflictDoUpdate({
    target: [shelfTasks.pick_line_id, shelfTasks.device],
    set: { product_id: task.product_id, qty: task.qty, reason: task.reason, ...done }
  });
}

// server/sync/upcast.ts
var upcasters = {};
var KEPT_DAYS = 90;
var DAY2 = 864e5;
var isKept = ({ since: since3 }, now) => Date.parse(now) - Date.parse(since3) <= KEPT_DAYS * DAY2;
function upcast(n, nv, a, now) {
  let args = a;
  for (let version3 = nv; version3 !== mutationVersions[n]; version3++) {
    const step = version3 < mutationVersions[n] ? upcasters[n]?.[version3] : void 0;
    if (!step || !isKept(step, now)) return null;
    args = step.up(args);
  }
  return args;
}

// server/attention/resolve-outcome.ts
function lineOf({ n, payload }) {
  return n === "pick.record_line" ? payload.a : null;
}
async function resolveOutcome2(ctx, outcome, choice, again) {
  if (!isRefused(outcome.outcome) || outcome.resolved_at) return noop;
  const line2 = lineOf(outcome);
  const before = line2 && choice === "mine" ? await recordedLine(ctx, line2.pick_line_id) : null;
  const done = choice === "mine" ? await carryOutAgain(ctx, outcome, again) : applied;
  if (isRefused(done.outcome)) return { ...done, root_m: outcome.m };
  if (line2 && choice === "mine") await swapShelfTasks(ctx, outcome, line2.pick_line_id, before);
  if (line2 && choice === "recount") {
    await requestCount2(ctx, { product_id: line2.product_id, pick_line_id: line2.pick_line_id, qty: null, device: outcome.device });
  }
  await close(ctx, outcome, choice, done);
  await resolveFollowers(ctx, outcome, choice, again);
  await stampDevice(ctx.db, { device: outcome.device });
  await audit(ctx, "outcome.resolved", { type: "outcome", id: null }, { m: outcome.m, n: outcome.n, code: outcome.code }, { choice });
  return { ...applied, order_id: outcome.order_id };
}
var closed = {
  resolved_at: sql38`${sql38.placeholder("now")}`,
  resolved_by: sql38`${sql38.placeholder("by")}`,
  choice: sql38`${sql38.placeholder("choice")}`
};
var closeOutcome = prepared(
  "outcome_close",
  (db) => db.update(syncOutcomes).set(closed).where(eq30(syncOutcomes.m, sql38.placeholder("m")))
);
var closeCarriedOut = prepared(
  "outcome_close_carried_out",
  (db) => db.update(syncOutcomes).set({ ...closed, outcome: sql38`${sql38.placeholder("outcome")}`, fact_version: sql38`${sql38.placeholder("fact_version")}` }).where(eq30(syncOutcomes.m, sql38.placeholder("m")))
);
async function close(ctx, { m }, choice, { outcome, fact_version = null }) {
  const by2 = { m, now: ctx.now, by: ctx.actor.id, choice };
  if (choice === "mine") await closeCarriedOut(ctx.db, { ...by2, outcome, fact_version });
  else await closeOutcome(ctx.db, by2);
}
var stampDevice = prepared(
  "outcome_stamp_device",
  (db) => db.update(syncDevices).set({ v: thisVersion }).where(eq30(syncDevices.device, sql38.placeholder("device")))
);
async function carryOutAgain(ctx, { payload, device: device2 }, again) {
  const mutation = payload;
  const a = isMutationName(mutation.n) ? upcast(mutation.n, mutation.nv, mutation.a, ctx.now) : null;
  if (!isMutationName(mutation.n) || !a) return refused("INVALID");
  const actor = await actorOf(ctx, device2, mutation.actor_id);
  const base2 = await baseNow(ctx, mutation);
  return again({ ...ctx, actor: typeof actor === "string" ? ctx.actor : actor }, mutation.n, a, { ...sentOf(mutation, device2), base: base2 });
}
async function baseNow(ctx, { n, a, base: base2 }) {
  if (n !== "pick.record_line") return base2;
  const pick_line_id = Number(a.pick_line_id);
  const line2 = await recordedLine(ctx, pick_line_id);
  return line2 ? { [lineBaseKey(pick_line_id)]: line2.fact_version } : {};
}
async function recordedLine(ctx, id9) {
  const [line2] = await ctx.db.select({
    product_id: pickLines.product_id,
    qty_picked: pickLines.qty_picked,
    picked_device: pickLines.picked_device,
    fact_version: pickLines.fact_version
  }).from(pickLines).where(eq30(pickLines.id, id9));
  return line2 ?? null;
}
async function swapShelfTasks(ctx, { device: device2 }, pick_line_id, before) {
  if (!before || before.picked_device === device2) return;
  const { product_id } = before;
  await keepShelfTask(ctx, { pick_line_id, product_id, device: device2, qty: 0, reason: "resolved" });
  if (before.qty_picked > 0) {
    await keepShelfTask(ctx, { pick_line_id, product_id, device: before.picked_device ?? "", qty: before.qty_picked, reason: "double_picked" });
  }
}
var openFollowers = prepared(
  "outcome_followers",
  (db) => db.select().from(syncOutcomes).where(and15(eq30(syncOutcomes.root_m, sql38.placeholder("root_m")), isNull9(syncOutcomes.resolved_at))).orderBy(asc9(syncOutcomes.at), asc9(syncOutcomes.s))
);
async function resolveFollowers(ctx, root, choice, again) {
  const followers = await openFollowers(ctx.db, { root_m: root.m });
  const line2 = lineOf(root)?.pick_line_id;
  for (const follower of followers) {
    const isSameLine = line2 !== void 0 && lineOf(follower)?.pick_line_id === line2;
    const goesAlong = isSameLine && choice !== "mine" || isOver(root.code) && isOver(follower.code);
    if (goesAlong) await close(ctx, follower, choice, applied);
    else await tryFollower(ctx, follower, root, choice, again);
  }
}
async function tryFollower(ctx, follower, root, choice, again) {
  const done = await carryOutAgain(ctx, follower, again);
  if (!isRefused(done.outcome)) return close(ctx, follower, "mine", done);
  if (isOver(root.code) && isOver(done.code)) return close(ctx, follower, choice, applied);
  const { outcome, code, server = null, root_m = null } = done;
  await ctx.db.update(syncOutcomes).set({ outcome, code, server, root_m: root_m === follower.m ? null : root_m }).where(eq30(syncOutcomes.m, follower.m));
}
var heldOutcome = prepared(
  "outcome_held",
  (db) => locked(
    db.select().from(syncOutcomes).where(eq30(syncOutcomes.m, sql38.placeholder("m")))
  )
);
async function findOutcome(ctx, m) {
  const [outcome] = await heldOutcome(ctx.db, { m });
  return outcome ?? null;
}

// server/attention/resolve-item.ts
async function resolveItem(ctx, { m, choice, qty = null }, device2, again) {
  authorize(policy.use_floor(ctx.actor));
  const outcome = await findOutcome(ctx, m);
  if (outcome && (isRefused(outcome.outcome) || outcome.n !== "stock.request_count")) {
    const isOwn = device2 === null || outcome.device === device2 || policy.use_office(ctx.actor);
    if (!isOwn) throw notFound();
    return resolveOutcome2(ctx, outcome, choice, again);
  }
  const task = shelfTaskOfName(m);
  if (task !== null) return tickTask(ctx, task);
  if (await resolveCount(ctx, m, choice, qty)) return applied;
  if (await followUpLoss(ctx, m)) return applied;
  if (outcome || await isKnown(ctx, m)) return noop;
  throw notFound();
}
async function tickTask(ctx, id9) {
  const [ticked] = await ctx.db.update(shelfTasks).set({ done_at: ctx.now, done_by: ctx.actor.id }).where(and16(eq31(shelfTasks.id, id9), isNull10(shelfTasks.done_at))).returning({ order_id: shelfTasks.order_id, qty: shelfTasks.qty });
  if (ticked) {
    await audit(ctx, "shelf_task.done", { type: "order", id: ticked.order_id }, null, { shelf_task_id: id9, qty: ticked.qty });
    return { ...applied, order_id: ticked.order_id };
  }
  const known2 = await ctx.db.select({ id: shelfTasks.id }).from(shelfTasks).where(eq31(shelfTasks.id, id9));
  if (!known2.length) throw notFound();
  return noop;
}
async function followUpLoss(ctx, m) {
  const [loss] = await ctx.db.update(syncLosses).set({ resolved_at: ctx.now, resolved_by: ctx.actor.id }).where(and16(eq31(syncLosses.m, m), isNull10(syncLosses.resolved_at))).returning({ device: syncLosses.device, n: syncLosses.n });
  if (loss) await audit(ctx, "loss.followed_up", { type: "outcome", id: null }, null, { m, ...loss });
  return loss !== void 0;
}
async function isKnown({ db }, m) {
  const counts = await db.select({ m: countRequests.m }).from(countRequests).where(eq31(countRequests.m, m));
  const losses2 = await db.select({ m: syncLosses.m }).from(syncLosses).where(eq31(syncLosses.m, m));
  return counts.length + losses2.length > 0;
}

// server/prep/note-bag-label.ts
import { and as and17, eq as eq32 } from "drizzle-orm";
async function noteBagLabel(ctx, { pick_id, employee_id }) {
  authorize(policy.prep(ctx.actor));
  const [worn2] = await ctx.db.select({ id: pickLines.id }).from(pickLines).innerJoin(orderLines, eq32(orderLines.id, pickLines.order_line_id)).where(and17(eq32(pickLines.pick_id, pick_id), eq32(orderLines.employee_id, employee_id))).limit(1);
  found(worn2);
  const printed = { label_printed_at: ctx.now, label_printed_by: ctx.actor.id };
  await ctx.db.insert(bags).values({ pick_id, employee_id, ...printed }).onConflictDoUpdate({ target: [bags.pick_id, bags.employee_id], set: printed });
}

// server/sync/act-on-rest.ts
async function count3(ctx, a, { m, device: device2 }) {
  if (a.pick_line_id !== null) await findPickLine(ctx, a.pick_line_id);
  await requestCount2(ctx, { ...a, m, device: device2 });
  return applied;
}
async function print(ctx, a) {
  authorize(policy.use_floor(ctx.actor));
  if (a.what === "bag_label") await noteBagLabel(ctx, a);
  await audit(ctx, "print.requested", { type: "pick", id: "pick_id" in a ? a.pick_id : null }, null, a);
  return applied;
}
var resolve = (ctx, a, { device: device2 }, again) => resolveItem(ctx, a, device2, again);

// server/sync/record-line.ts
import { eq as eq34, sql as sql40 } from "drizzle-orm";

// shared/sync/judge-line.ts
var unchanged = (line2, seen) => "version" in seen ? seen.version === line2.fact_version : seen.facts.product_id === line2.product_id && seen.facts.qty_allocated === line2.qty_allocated && seen.facts.qty_picked === line2.qty_picked && seen.facts.code === line2.code;
function judgeLine(pick, line2, recorded, seen, by2, reasons) {
  const there = checkOnFloor(pick);
  if (!there.ok) return outcomeOfRefusal(there);
  if (recorded.product_id !== line2.product_id) return refused("PRODUCT_CHANGED");
  const facts = pickedFacts(line2, recorded);
  const same3 = facts.qty_picked === line2.qty_picked && facts.code === line2.code && facts.other_reason === line2.other_reason;
  if (same3 && line2.picked_device === by2.device && line2.picked_by === by2.actor_id) return noop;
  if (seen === "refused") return refused("AFTER");
  const possible = checkPick(line2, recorded, reasons);
  if (!possible.ok) return outcomeOfRefusal(possible);
  if (seen === "missing" || !unchanged(line2, seen)) {
    if (recorded.qty_picked !== line2.qty_picked) return refused("LINE_CHANGED");
    return recorded.qty_picked === 0 ? noop : refused("DOUBLE_PICKED");
  }
  const isPicking = pick.state === "released" || pick.state === "picking" || pick.state === "paused";
  return isPicking ? applied : refused("PICK_CLOSED");
}

// server/picking/record-pick.ts
import { eq as eq33, sql as sql39 } from "drizzle-orm";
var keepFacts = prepared(
  "keep_pick_facts",
  (db) => db.update(pickLines).set({
    qty_picked: sql39`${sql39.placeholder("qty_picked")}`,
    code: sql39`${sql39.placeholder("code")}`,
    other_reason: sql39`${sql39.placeholder("other_reason")}`,
    picked_by: sql39`${sql39.placeholder("picked_by")}`,
    picked_at: sql39`${sql39.placeholder("picked_at")}`,
    picked_device: sql39`${sql39.placeholder("picked_device")}`,
    fact_version: sql39`${pickLines.fact_version} + 1`
  }).where(eq33(pickLines.id, sql39.placeholder("id"))).returning({ fact_version: pickLines.fact_version })
);
async function keepPick(ctx, pick, line2, said, picked_device) {
  const facts = pickedFacts(line2, said);
  const isSame2 = facts.qty_picked === line2.qty_picked && facts.code === line2.code && facts.other_reason === line2.other_reason;
  if (isSame2 && line2.picked_by === ctx.actor.id && line2.picked_device === picked_device) return line2.fact_version;
  const [kept] = await keepFacts(ctx.db, { id: line2.id, ...facts, picked_by: ctx.actor.id, picked_at: ctx.now, picked_device });
  const { qty_picked, code, other_reason } = line2;
  const before = { pick_line_id: line2.id, qty_picked, code, other_reason };
  await audit(ctx, "pick.recorded", { type: "order", id: pick.order_id }, before, { pick_line_id: line2.id, ...facts });
  return kept?.fact_version ?? line2.fact_version;
}
async function recordPick2(ctx, line_id, said) {
  authorize(policy.pick(ctx.actor));
  const pick = await findPick(ctx, (await findPickLine(ctx, line_id)).pick_id);
  const line2 = await findPickLine(ctx, line_id);
  if (pick.picker) authorize(policy.record_pick(ctx.actor, pick), messages.not_picker(pick.picker.name));
  enforce(checkRecording(pick, ctx.actor));
  enforce(checkPick(line2, said, await reasonCodes(ctx)));
  await keepPick(ctx, pick, line2, said, null);
}

// server/sync/record-line.ts
async function recordLine2(ctx, a, sent) {
  authorize(policy.pick(ctx.actor));
  const pick = await findPick(ctx, a.pick_id);
  const line2 = (await linesOfPick(ctx, pick.id)).find(({ id: id9 }) => id9 === a.pick_line_id);
  if (!line2) return refused("INVALID");
  const seen = await seenLine(ctx.db, sent.base, line2.id);
  const by2 = { device: sent.device, actor_id: ctx.actor.id };
  const reasons = await reasonCodes(ctx);
  const judged = judgeLine(pick, line2, a, seen, by2, reasons);
  if (judged.outcome === "applied") return { ...judged, fact_version: await keepPick(ctx, pick, line2, a, sent.device) };
  if (judged.code === null) return { ...judged, fact_version: line2.fact_version };
  if (leavesPieces.has(judged.code)) await putBack(ctx, line2, a, sent.device, judged.code);
  const possible = checkPick(line2, a, reasons);
  return { ...judged, server: { ...await lineAsItIs(ctx, pick, line2, a, sent, possible.ok ? void 0 : possible.message) } };
}
var leavesPieces = /* @__PURE__ */ new Set(["DOUBLE_PICKED", "LINE_CHANGED", "PRODUCT_CHANGED", "PICK_CLOSED", "ORDER_CANCELLED", "ALREADY_SHIPPED"]);
async function putBack(ctx, line2, { qty_picked, product_id }, device2, code) {
  const isCounted = line2.picked_device === device2 && (code === "DOUBLE_PICKED" || code === "LINE_CHANGED");
  if (isCounted) return;
  await keepShelfTask(ctx, { pick_line_id: line2.id, product_id, device: device2, qty: qty_picked, reason: code.toLowerCase() });
}
var wearers = alias(users, "wearer");
var asItIs = prepared(
  "sync_line_as_it_is",
  (db) => db.select({
    picked_at: pickLines.picked_at,
    picked_by_name: sql40`trim(coalesce(${users.forenames}, '') || ' ' || coalesce(${users.surname}, ''))`,
    picked_device_name: syncDevices.name,
    wearer: sql40`trim(${wearers.forenames} || ' ' || ${wearers.surname})`,
    device_name: sql40`(select name from sync_devices where device = ${sql40.placeholder("device")})`
  }).from(pickLines).innerJoin(orderLines, eq34(orderLines.id, pickLines.order_line_id)).leftJoin(wearers, eq34(wearers.id, orderLines.employee_id)).leftJoin(users, eq34(users.id, pickLines.picked_by)).leftJoin(syncDevices, eq34(syncDevices.device, pickLines.picked_device)).where(eq34(pickLines.id, sql40.placeholder("id")))
);
async function lineAsItIs(ctx, pick, line2, a, sent, message) {
  const [more] = await asItIs(ctx.db, { id: line2.id, device: sent.device });
  const garments2 = await garmentsOf(ctx.db, [line2.product_id, a.product_id]);
  const garment2 = (id9) => garments2.get(id9) ?? unknownGarment(id9);
  return {
    ...roundAsItIs(pick, message),
    ...garment2(line2.product_id),
    pick_line_id: line2.id,
    wearer: more?.wearer || null,
    qty_allocated: line2.qty_allocated,
    qty_picked: line2.qty_picked,
    code: line2.code,
    picked_by: line2.picked_by === null ? null : { id: line2.picked_by, name: more?.picked_by_name || null },
    picked_at: more?.picked_at ?? null,
    picked_device: line2.picked_device,
    picked_device_name: more?.picked_device_name ?? null,
    fact_version: line2.fact_version,
    mine: {
      ...garment2(a.product_id),
      qty_picked: a.qty_picked,
      code: a.code,
      picked_by: { id: ctx.actor.id, name: ctx.actor.name },
      picked_at: sent.at,
      device: sent.device,
      device_name: more?.device_name ?? null
    }
  };
}

// server/sync/acts.ts
var acts = {
  "pick.start": start2,
  "pick.record_line": recordLine2,
  "pick.pause": pause,
  "pick.resume": resume,
  "pick.handover": handover,
  "pick.complete": complete,
  "pick.send_back": sendBack,
  "pick.assign_tote": tote,
  "prep.tick_line": tick,
  "prep.complete": finishPrep,
  "dispatch.edit": edit,
  "dispatch.request": request,
  "dispatch.set_tracking": setTracking3,
  "stock.request_count": count3,
  "print.request": print,
  "outcome.resolve": resolve
};

// tests/simulation/saboteurs.ts
init_protocol();
var nothing2 = () => void 0;
var lying = (serve) => (story) => {
  story.server.serve = (body, next2) => serve(story, body, next2);
  return nothing2;
};
function replace(of, name4, by2) {
  const original = of[name4];
  of[name4] = by2(original);
  return () => {
    of[name4] = original;
  };
}
var lmOf = ({ server }, c2) => server.connection.prepare("select lm from sync_clients where c = ?").get(c2)?.lm;
var isKnown2 = ({ server }, m) => server.connection.prepare("select 1 from sync_outcomes where m = ?").get(m) !== void 0;
var saboteurs = {
  no_last_mutation_check: {
    says: "the server carries out what comes, whether it has come before or not",
    caught_by: "never_twice",
    install: lying((story, request2, next2) => {
      for (const { c: c2, s, m } of request2.push) {
        if (s > (lmOf(story, c2) ?? 0)) continue;
        story.server.connection.prepare("delete from sync_outcomes where m = ?").run(m);
        story.server.connection.prepare("update sync_clients set lm = ? where c = ?").run(s - 1, c2);
      }
      return next2(request2);
    })
  },
  client_kept: {
    says: "the app keeps its client id over a restart",
    caught_by: "queue_empties",
    faults: { eviction: 6 },
    equip: (tablet) => {
      const kept = tablet.scene.dice.uuid();
      tablet.randomFor = (tab, random) => {
        let isFirst = true;
        return {
          ...random,
          uuid: () => {
            if (!isFirst) return random.uuid();
            isFirst = false;
            tab.lastUuid = kept;
            return kept;
          }
        };
      };
    }
  },
  stale_pulls_taken: {
    says: "the tablet takes an answer whose question is no longer the one it asks",
    caught_by: "rows_and_lm_agree",
    faults: { lost_lock: 8, drop_request: 14, good_weather: 4 },
    install: () => replace(
      Cache.prototype,
      "apply",
      (original) => async function(_asked, answer, at) {
        return original.call(this, (await this.standing()).cursor, answer, at);
      }
    )
  },
  outbox_emptied_by_the_answer: {
    says: "an action leaves the queue with its outcome, not with its rows",
    caught_by: "own_work_stays",
    install: () => replace(
      Ledger.prototype,
      "answered",
      (original) => async function(results, open4) {
        await original.call(this, results, open4);
        if (results.length) await this.prune(new Proxy({}, { get: () => Number.POSITIVE_INFINITY }), null);
      }
    )
  },
  gaps_accepted: {
    says: "the server takes an action although the one before it is missing",
    caught_by: "queue_order",
    faults: { drop_request: 16 },
    install: lying((story, request2, next2) => {
      const first = /* @__PURE__ */ new Map();
      for (const { c: c2, s } of request2.push) if (!first.has(c2)) first.set(c2, s);
      for (const [c2, s] of first) {
        const lm = lmOf(story, c2);
        if (lm !== void 0 && s > lm + 1) story.server.connection.prepare("update sync_clients set lm = ? where c = ?").run(s - 1, c2);
      }
      return next2(request2);
    })
  },
  base_predicted: {
    says: "the tablet builds on the version that its own waiting action will leave behind",
    caught_by: "nothing_overwritten_unseen",
    install: () => replace(
      Ledger.prototype,
      "write",
      (original) => function(c2, actions) {
        for (const { m, seen } of actions)
          for (const { pick_line_id, version: version3 } of seen) versionSeen.set(`${m} ${lineBaseKey(pick_line_id)}`, version3);
        return original.call(this, c2, actions);
      }
    ),
    equip: (tablet) => {
      tablet.ledgerTables = predicting;
    }
  },
  torn_pull: {
    says: "rows are read at one moment, and how far they go at another",
    caught_by: "tablets_equal_server",
    install: (story) => {
      story.server.around = (database) => ({
        ...database,
        snapshot: async (read) => {
          const rows2 = await database.snapshot(read);
          if (!rows2.patch || rows2.more) return rows2;
          await story.stage.park(story.stage.sleep(story.dice.between(0, 2e3)));
          const rest = await database.snapshot(read);
          return rest.patch && !rest.more ? { ...rest, patch: rows2.patch } : rest;
        }
      });
      return nothing2;
    }
  },
  lm_of_the_first_page: {
    says: "last mutations count from the first page of a pull on",
    caught_by: "rows_and_lm_agree",
    faults: { app_update: 6, drop_request: 14 },
    install: () => replace(
      Cache.prototype,
      "apply",
      (original) => function(asked3, answer, at) {
        if (answer.more) lmOfPage.set(JSON.stringify(answer.cursor), answer.lm);
        return original.call(this, asked3, answer, at);
      }
    ),
    equip: (tablet) => {
      tablet.cacheTables = countingEarly;
    }
  },
  overtaken_after_a_halt: {
    says: "after a halt the server goes on with the other clients of the batch",
    caught_by: "queue_order",
    faults: { busy_database: 8, kill: 14, offline: 10 },
    install: lying(async (_story, request2, next2) => {
      const answer = await next2(request2);
      const said = answer.body;
      if (answer.status !== 200 || !said?.halt || said.halt.why === "auth") return answer;
      const done = new Set(said.results.map(({ m }) => m));
      const stopped = request2.push.find(({ m }) => !done.has(m));
      const others2 = request2.push.filter(({ c: c2, m }) => c2 !== stopped?.c && !done.has(m));
      if (others2.length > 0) await next2({ ...request2, push: others2 });
      return answer;
    })
  },
  restore_unnoticed: {
    says: "nobody notices that the server was restored from a backup",
    caught_by: "rows_and_lm_agree",
    faults: { restore: 5, backup: 5 },
    install: (story) => {
      story.server.leaveMark = nothing2;
      return lying(({ server }, request2, next2) => {
        const { epoch, v } = server.mark();
        const { cursor: cursor2, lm } = request2.pull;
        const known2 = Object.fromEntries(Object.entries(lm).map(([c2, s]) => [c2, Math.min(s, lmOf(story, c2) ?? 0)]));
        return next2({ ...request2, pull: { cursor: cursor2 && { ...cursor2, epoch, v: Math.min(cursor2.v, v) }, lm: known2 } });
      })(story);
    }
  },
  completed_on_a_refusal: {
    says: "a pick is completed although a record that it stands on was refused",
    caught_by: "nothing_completed_on_refusal",
    install: () => {
      const all5 = acts;
      const before = { ...all5 };
      for (const n of ["pick.complete", "prep.complete", "dispatch.request"]) {
        all5[n] = (ctx, a, sent, again) => before[n](ctx, a, { ...sent, base: {} }, again);
      }
      return () => Object.assign(all5, before);
    }
  },
  used_numbers_taken_for_replays: {
    says: "another action under a number that was used is taken for a repetition",
    caught_by: "one_outcome",
    faults: { cloned_tablet: 12, restore: 0 },
    install: lying(async (story, request2, next2) => {
      const isReplay = ({ c: c2, s, m }) => s <= (lmOf(story, c2) ?? 0) && !isKnown2(story, m);
      const taken = request2.push.filter(isReplay).map(({ m, s }) => ({ m, s, outcome: "applied", code: null, server: null }));
      const answer = await next2({ ...request2, push: request2.push.filter((mutation) => !isReplay(mutation)) });
      const said = answer.body;
      return answer.status === 200 && said?.results ? { ...answer, body: { ...said, results: [...taken, ...said.results] } } : answer;
    })
  },
  foreign_client_accepted: {
    says: "a tablet may send under the client id of another one",
    caught_by: "one_outcome",
    faults: { foreign_client: 12 },
    install: lying(({ server }, request2, next2) => {
      for (const { c: c2 } of request2.push) server.connection.prepare("update sync_clients set device = ? where c = ?").run(request2.device, c2);
      return next2(request2);
    })
  }
};
var versionSeen = /* @__PURE__ */ new Map();
var predicting = (tables) => ({
  ...tables,
  outbox: {
    get: (key) => tables.outbox.get(key),
    all: () => tables.outbox.all(),
    after: (q) => tables.outbox.after(q),
    delete: (keys2) => tables.outbox.delete(keys2),
    clear: () => tables.outbox.clear(),
    put: async (rows2) => {
      const waiting2 = await tables.outbox.all();
      await tables.outbox.put(rows2.map((row2) => predicted(row2, waiting2)));
    }
  }
});
function predicted(row2, waiting2) {
  const base2 = Object.entries(row2.base).map(([key, seen]) => {
    const version3 = versionSeen.get(`${row2.m} ${key}`);
    const own2 = waiting2.filter((other) => other.n === "pick.record_line" && lineBaseKey(other.a.pick_line_id) === key).length;
    return [key, typeof seen === "object" && "after" in seen && version3 !== void 0 ? version3 + own2 : seen];
  });
  return { ...row2, base: Object.fromEntries(base2) };
}
var lmOfPage = /* @__PURE__ */ new Map();
var countingEarly = (tables) => ({
  ...tables,
  meta: {
    get: (key) => tables.meta.get(key),
    all: () => tables.meta.all(),
    delete: (keys2) => tables.meta.delete(keys2),
    clear: () => tables.meta.clear(),
    put: async (rows2) => {
      await tables.meta.put(rows2);
      for (const row2 of rows2) if (row2.k === "staging") await countNow(tables, row2);
    }
  }
});
async function countNow(tables, staging) {
  const lm = lmOfPage.get(JSON.stringify(staging.cursor)) ?? {};
  const position2 = await tables.meta.get("position");
  const before = position2 ?? { k: "position", cursor: null, lm: {}, rev: 0, synced_at: null };
  await tables.meta.put([{ ...before, lm: { ...before.lm, ...lm } }]);
}

// tests/simulation/story.ts
import { createHash as createHash4 } from "node:crypto";
import { eq as eq137, sql as sql118 } from "drizzle-orm";

// server/auth/login.ts
import { and as and19, eq as eq36, isNull as isNull11 } from "drizzle-orm";
import { z as z16 } from "zod";

// server/auth/password.ts
import { hash, verify } from "@node-rs/argon2";
var cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
var hashPassword = (password) => hash(password, cost);
var nobody = hashPassword("nobody has this password");
async function checkPassword(stored, password) {
  const matches = await verify(stored ?? await nobody, password).catch(() => false);
  return matches && !!stored;
}

// server/auth/token.ts
import { hash as hash2, randomBytes } from "node:crypto";
var newToken = () => randomBytes(32).toString("base64url");
var hashToken = (token) => hash2("sha256", token, "hex");

// server/auth/wrong-tries.ts
import { and as and18, count as count4, eq as eq35, gt as gt3 } from "drizzle-orm";
var window = 15 * 6e4;
var triesPerEmail = 5;
var triesPerAddress = 50;
async function refuseTooMany(db, { email, address: address3 }, now) {
  const since3 = new Date(now.getTime() - window).toISOString();
  const [byEmail] = email ? await db.select({ n: count4() }).from(loginFailures).where(and18(eq35(loginFailures.email, email), gt3(loginFailures.at, since3))) : [];
  const [byAddress] = await db.select({ n: count4() }).from(loginFailures).where(and18(eq35(loginFailures.address, address3), gt3(loginFailures.at, since3)));
  if ((byEmail?.n ?? 0) >= triesPerEmail || (byAddress?.n ?? 0) >= triesPerAddress)
    throw new Problem(429, { message: messages.too_many_tries }, { "Retry-After": String(window / 1e3) });
}
async function noteWrongTry(db, { email, address: address3 }, now) {
  await db.insert(loginFailures).values({ email, address: address3, at: now.toISOString() });
}

// server/auth/login.ts
var loginBody = z16.object({
  email: z16.string().trim().min(1).max(limits.email),
  password: z16.string().min(1).max(limits.password_max),
  device_name: z16.string().trim().min(1).max(80).optional()
});
var slidingMinutes = 12 * 60;
var deviceMinutes = 30 * 24 * 60;
async function openSession(db, user, now, about) {
  const isDevice = user.role === "warehouse" && !!about.device_name;
  const expires_at = new Date(now.getTime() + (isDevice ? deviceMinutes : slidingMinutes) * 6e4).toISOString();
  const token = newToken();
  const [session] = await db.insert(sessions).values({
    user_id: user.id,
    token_hash: hashToken(token),
    impersonator_id: about.impersonator_id ?? null,
    device_name: about.device_name ?? null,
    user_agent: about.user_agent?.slice(0, 300) ?? null,
    address: about.address ?? null,
    slides_minutes: isDevice ? null : slidingMinutes,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at
  }).returning({ id: sessions.id });
  if (!session) throw new Error("The session was not stored");
  return { token, expires_at, session_id: session.id };
}
async function login(services2, body, from) {
  const { database, clock } = services2;
  const email = body.email.toLowerCase();
  const now = clock();
  await refuseTooMany(database.reader, { email, address: from.address }, now);
  const [user] = await database.reader.select({ id: users.id, role: users.role, password_hash: users.password_hash, is_disabled: users.is_disabled, archived_at: accounts.deleted_at }).from(users).leftJoin(accounts, eq36(accounts.id, users.account_id)).where(and19(eq36(users.email, email), isNull11(users.deleted_at)));
  const usable = user && !user.is_disabled && !user.archived_at ? user : null;
  const matches = await checkPassword(usable?.password_hash, body.password);
  if (!usable || !matches) {
    await database.unitOfWork((db) => noteWrongTry(db, { email, address: from.address }, now));
    throw new Problem(422, { message: messages.sign_in_failed, errors: { email: [messages.sign_in_failed] } });
  }
  const session = await database.unitOfWork(async (db) => {
    await db.delete(loginFailures).where(eq36(loginFailures.email, email));
    return openSession(db, usable, now, { device_name: body.device_name, user_agent: from.user_agent, address: from.address });
  });
  return { token: session.token, expires_at: session.expires_at, user_id: usable.id };
}

// tests/simulation/story.ts
init_rows();
init_wire();

// tests/simulation/dice.ts
var Dice = class _Dice {
  #state;
  constructor(seed) {
    this.#state = (seed ^ 2654435769) >>> 0;
    for (let i = 0; i < 4; i++) this.fraction();
  }
  fraction() {
    this.#state = this.#state + 1831565813 >>> 0;
    let t = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  }
  #hex(digits) {
    let text5 = "";
    while (text5.length < digits) text5 += Math.floor(this.fraction() * 16).toString(16);
    return text5;
  }
  uuid() {
    return `${this.#hex(8)}-${this.#hex(4)}-4${this.#hex(3)}-8${this.#hex(3)}-${this.#hex(12)}`;
  }
  secret() {
    return this.#hex(64);
  }
  /** Dice of their own for one part of the story, so that more throws here do not change what happens there. */
  fork() {
    return new _Dice(Math.floor(this.fraction() * 4294967295));
  }
  chance(of) {
    return this.fraction() < of;
  }
  /** A whole number, both ends included. */
  between(low, high) {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }
  one(of) {
    return of[Math.floor(this.fraction() * of.length)];
  }
  /** One of these, each as likely as its weight says; undefined where there is none. */
  weighted(of) {
    let at = this.fraction() * of.reduce((sum3, [weight]) => sum3 + weight, 0);
    for (const [weight, thing] of of) {
      at -= weight;
      if (at < 0) return thing;
    }
    return of.at(-1)?.[1];
  }
};

// tests/simulation/disk.ts
var TAIL = 8;
var isBefore = (a, b) => {
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (x === y || y === void 0) continue;
    if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return 0;
};
function frozen(value2) {
  if (typeof value2 === "object" && value2 !== null) for (const part of Object.values(value2)) frozen(part);
  return Object.freeze(value2);
}
var Sheet = class {
  #rows = /* @__PURE__ */ new Map();
  #sorted = null;
  #unpacked = /* @__PURE__ */ new WeakMap();
  #keyOf;
  #note;
  constructor(keyOf3, note) {
    this.#keyOf = keyOf3;
    this.#note = note;
  }
  /** Read often and mostly all at once, so each row is unpacked once. */
  open(packed) {
    const known2 = this.#unpacked.get(packed) ?? frozen(JSON.parse(packed.json));
    this.#unpacked.set(packed, known2);
    return known2;
  }
  async get(key) {
    const row2 = this.#rows.get(JSON.stringify(key));
    return row2 && this.open(row2);
  }
  async all() {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => isBefore(a.key, b.key));
    return this.#sorted.map((row2) => this.open(row2));
  }
  #set(name4, row2) {
    const before = this.#rows.get(name4);
    this.#note(() => {
      this.#sorted = null;
      if (before === void 0) this.#rows.delete(name4);
      else this.#rows.set(name4, before);
    });
    this.#sorted = null;
    if (row2 === void 0) this.#rows.delete(name4);
    else this.#rows.set(name4, row2);
  }
  async put(rows2) {
    for (const row2 of rows2) {
      const key = this.#keyOf(row2);
      this.#set(JSON.stringify(key), { key: [key].flat(), json: JSON.stringify(row2) });
    }
  }
  async delete(keys2) {
    for (const key of keys2) if (this.#rows.has(JSON.stringify(key))) this.#set(JSON.stringify(key), void 0);
  }
  async clear() {
    for (const name4 of [...this.#rows.keys()]) this.#set(name4, void 0);
  }
  copyTo(other) {
    other.#rows = new Map(this.#rows);
    other.#sorted = null;
  }
};
var Disk = class {
  tables;
  #open = [];
  #tail = [];
  constructor(tables) {
    this.tables = tables((undo) => this.#open.push(undo));
  }
  read(work2) {
    return work2(this.tables);
  }
  async write(work2) {
    this.#open = [];
    try {
      const result2 = await work2(this.tables);
      if (this.#open.length > 0) this.#tail.push(this.#open);
      if (this.#tail.length > TAIL) this.#tail.shift();
      return result2;
    } catch (error) {
      for (const undo of this.#open.reverse()) undo();
      throw error;
    }
  }
  /** A power cut: so many of the last transactions never were. Answers how many there were to lose. */
  loseTail(most3) {
    const lost = this.#tail.splice(Math.max(0, this.#tail.length - most3));
    for (const transaction of lost.reverse()) for (const undo of transaction.reverse()) undo();
    return lost.length;
  }
  close() {
  }
};
var OutboxSheet = class extends Sheet {
  async after(q) {
    return (await this.all()).filter((row2) => row2.q > q);
  }
};
var ledgerDisk = () => new Disk((note) => ({
  outbox: new OutboxSheet((row2) => row2.q, note),
  sent: new Sheet((row2) => row2.q, note),
  outcomes: new Sheet((row2) => row2.m, note),
  facts: new Sheet((row2) => row2.k, note)
}));
var RowSheet = class extends Sheet {
  async ofPick(pick_id) {
    return (await this.all()).filter((row2) => row2.pick_id === pick_id);
  }
};
var cacheDisk = () => new Disk((note) => ({
  rows: new RowSheet((row2) => [row2.kind, row2.key], note),
  meta: new Sheet((row2) => row2.k, note),
  staged: new Sheet((row2) => row2.i, note)
}));
function cloneOf(disk, blank2) {
  for (const [name4, sheet] of Object.entries(disk.tables)) {
    sheet.copyTo(blank2.tables[name4]);
  }
  return blank2;
}

// tests/simulation/faults.ts
var weather = (to) => (_story, tablet) => {
  tablet.weather = to;
  tablet.say(`the network is ${to}`);
};
var faults = {
  good_weather: { says: "the network of a tablet is good again", weight: 12, strike: weather("good") },
  offline: { says: "a tablet has no network", weight: 6, strike: weather("offline") },
  drop_request: { says: "a request is lost on its way", weight: 8, strike: weather("flaky") },
  drop_response: { says: "an answer is lost on its way", weight: 0, strike: null },
  duplicate: { says: "a request arrives twice", weight: 0, strike: null },
  delay: { says: "a request or an answer takes up to a minute", weight: 0, strike: null },
  reorder: { says: "a request arrives after a later one", weight: 0, strike: null },
  server_error: { says: "something answers 500, 502 or 503", weight: 2, strike: weather("errors") },
  captive_portal: { says: "a captive portal answers in place of the server", weight: 2, strike: weather("portal") },
  lost_poke: { says: "a poke does not reach its tablet", weight: 0, strike: null },
  kill: {
    says: "the app is killed at one of its awaits",
    weight: 8,
    strike: ({ dice }, tablet) => {
      if (dice.chance(0.2)) tablet.powerCut();
      const tab = dice.one(tablet.tabs) ?? tablet.boot();
      tab.life.fuse = { left: dice.between(1, 14), when: dice.chance(0.5) ? "before" : "after" };
    }
  },
  lost_tail: {
    says: "a power cut loses the last transactions of the cache",
    weight: 3,
    strike: ({ dice, history }, tablet) => {
      tablet.powerCut();
      const n = tablet.storage.loseTail(dice.between(1, 6));
      tablet.say(`the power is cut, and ${n} transactions of the cache are lost`);
      if (n > 0) history.fault("lost_tail");
      tablet.boot();
    }
  },
  forced_close: {
    says: "the browser closes the databases by force",
    weight: 3,
    strike: ({ dice }, tablet) => {
      tablet.closings = dice.between(1, 2);
    }
  },
  quota: {
    says: "the disk is full",
    weight: 2,
    strike: ({ dice }, tablet) => {
      tablet.fullness = dice.between(1, 5);
      tablet.say("the disk is full");
    }
  },
  eviction: {
    says: "the browser throws the storage of the app away",
    weight: 1,
    strike: (story, tablet) => story.begin(evict(story, tablet))
  },
  two_tabs: {
    says: "a second tab of the app is opened, or closed again",
    weight: 3,
    strike: ({ history }, tablet) => {
      if (tablet.tabs.length < 2) {
        tablet.boot();
        history.fault("two_tabs");
      } else tablet.tabs[0]?.close();
    }
  },
  lost_lock: {
    says: "two tabs both believe that they hold the lock",
    weight: 1,
    strike: ({ history }, tablet) => {
      tablet.isLockBroken = !tablet.isLockBroken;
      if (tablet.tabs.length < 2) tablet.boot();
      history.fault("lost_lock");
    }
  },
  expired_token: {
    says: "the session of the person at a tablet is over: 401",
    weight: 2,
    strike: (story, tablet) => {
      story.history.fault("expired_token");
      tablet.say("the session is over");
      story.begin(story.expire(tablet));
    }
  },
  disabled_user: {
    says: "the office disables a person who has actions waiting, or lets them in again",
    weight: 2,
    strike: (story) => {
      const person6 = story.dice.one(story.warehouse.people.filter(({ role: role2 }) => role2 === "warehouse"));
      if (!person6) return;
      if (!story.disabled.has(person6.id)) story.history.fault("disabled_user");
      story.begin(story.disable(person6, !story.disabled.has(person6.id)));
    }
  },
  user_switch: {
    says: "somebody else signs in on a tablet with a waiting queue",
    weight: 4,
    strike: (story, tablet) => {
      const person6 = story.dice.one(story.warehouse.people);
      if (!person6) return;
      story.history.fault("user_switch");
      story.signIn(tablet, person6);
    }
  },
  wrong_clock: {
    says: "the clock of a tablet is a day off",
    weight: 2,
    strike: ({ dice, history }, tablet) => {
      tablet.clockOff = dice.between(-1, 1) * 864e5;
      if (tablet.clockOff) history.fault("wrong_clock");
      tablet.say(`the clock is ${tablet.clockOff ? "a day off" : "right"}`);
    }
  },
  server_crash: {
    says: "the server crashes in the middle of a batch",
    weight: 3,
    strike: ({ dice, server, history }) => {
      server.crashAt(dice.between(1, 6), dice.chance(0.5) ? "before" : "kept");
      history.fault("server_crash");
    }
  },
  busy_database: {
    says: "the database answers that it is busy",
    weight: 2,
    strike: ({ dice, server, stage: stage2 }) => {
      server.isBusy = true;
      stage2.after(dice.between(1e3, 1e4), () => {
        server.isBusy = false;
      });
    }
  },
  backup: { says: "a backup is taken", weight: 2, strike: (story) => story.takeBackup() },
  restore: { says: "the server is restored from a backup", weight: 1, strike: (story) => story.restore() },
  stray_request: { says: "a request arrives a second time without its first action", weight: 0, strike: null },
  cloned_tablet: {
    says: "a tablet is cloned while it runs: two of one device, ledger and client",
    weight: 0.3,
    strike: (story, tablet) => story.begin(clone(story, tablet))
  },
  foreign_client: {
    says: "a tablet sends an action under the client id of another one",
    weight: 1,
    strike: (story, tablet) => story.begin(pretend(story, tablet))
  },
  old_version: {
    says: "the queue holds a mutation of an older version, or of one that the server does not know yet",
    weight: 1.5,
    strike: (story, tablet) => otherVersion(story, tablet)
  },
  app_update: {
    says: "a new version of the app begins with an empty cache",
    weight: 1,
    strike: ({ history }, tablet) => {
      tablet.powerCut();
      tablet.storage.dropCache();
      history.fault("app_update");
      tablet.say("the app is updated");
      tablet.boot();
    }
  }
};
async function evict(story, tablet) {
  const { device: device2 } = tablet;
  tablet.formerDevices.push(device2);
  const waiting2 = await tablet.evict();
  story.history.fault("eviction");
  tablet.say(`the browser has thrown everything away, ${waiting2.length} actions with it`);
  const said = waiting2.filter((m) => story.saidToBeSaved.has(m));
  if (said.length > 0) story.losses.push({ tablet, n: said.length, isRestored: false });
  tablet.device = "";
  tablet.boot();
}
async function clone(story, tablet) {
  const tab = tablet.tab;
  if (!tab || story.tablets.length > 6 || tablet.isClone) return;
  const twin = tablet.clone(`${tablet.name}${story.tablets.length}`);
  if (!twin) return;
  story.history.fault("cloned_tablet");
  story.addTablet(twin);
  twin.nextClient = tab.client;
  for (const { k } of await twin.storage.ledger.read((t) => t.facts.all()))
    if (k.startsWith("client:")) story.history.sharedClients.add(k.slice("client:".length));
  story.history.sharedClients.add(tab.client);
  twin.say("is the same machine a second time");
  twin.boot();
}
async function pretend(story, tablet) {
  const { server, history, warehouse } = story;
  const known2 = server.connection.prepare("select 1 from sync_clients where c = ? and device = ?");
  for (const other of story.tablets.filter(({ device: device2 }) => device2 !== tablet.device)) {
    const [row2] = await other.storage.ledger.read((t) => t.outbox.all());
    const facts = await tablet.storage.ledger.read((t) => t.facts.get("device"));
    if (!row2 || !facts || !known2.get(row2.c, other.device)) continue;
    const { c: c2, s, m, n, nv, a, base: base2, actor, asserted, at } = row2;
    history.fault("foreign_client");
    history.say(`${tablet.name}: sends ${history.nameOf(m)} as if it were its own`);
    await server.receive("POST", "/api/sync", warehouse.office.token, {
      ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 1, pull: { cursor: null, lm: {} } },
      push: [{ c: c2, s, m, n, nv, a, base: base2, actor_id: actor.id, asserted, at }]
    });
    return;
  }
}
function otherVersion(story, tablet) {
  if (!story.isReleased && story.dice.chance(0.3)) story.release();
  else tablet.isOfTomorrow = !tablet.isOfTomorrow;
}
function strike(story) {
  const tablet = story.dice.one(story.tablets);
  const weights = story.plot.faults ?? {};
  const fault = story.dice.weighted(Object.entries(faults).map(([name4, of]) => [weights[name4] ?? of.weight, of]));
  if (tablet) fault?.strike?.(story, tablet);
}

// tests/simulation/history.ts
var Broken = class extends Error {
  constructor(invariant, message) {
    super(message);
    this.invariant = invariant;
  }
  invariant;
};
var blankLife = () => ({ born: 0, tick: 0, outcomes: /* @__PURE__ */ new Map(), applied: /* @__PURE__ */ new Map(), lines: /* @__PURE__ */ new Map(), lastQ: /* @__PURE__ */ new Map(), rowid: 0 });
var History = class {
  stage;
  deeds = /* @__PURE__ */ new Map();
  trace = [];
  faults = /* @__PURE__ */ new Map();
  checks = /* @__PURE__ */ new Map();
  kills = /* @__PURE__ */ new Map();
  done = /* @__PURE__ */ new Map();
  codes = /* @__PURE__ */ new Map();
  broken = null;
  #lives = [blankLife()];
  #acted = [];
  #statements = /* @__PURE__ */ new WeakMap();
  /** Clients that more than one ledger goes by. */
  sharedClients = /* @__PURE__ */ new Set();
  constructor(stage2) {
    this.stage = stage2;
  }
  say(text5) {
    this.trace.push(`${this.stage.time.slice(8, 23).replace("T", " ")}  ${text5}`);
  }
  fault(name4) {
    this.faults.set(name4, (this.faults.get(name4) ?? 0) + 1);
  }
  /** Holds what is to what must be; the first thing that is not as it must be ends the story. */
  check(invariant, holds, otherwise) {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (holds || this.broken) return;
    this.broken = new Broken(invariant, otherwise());
    this.say(`BROKEN ${invariant}: ${this.broken.message}`);
  }
  get #life() {
    return this.#lives.at(-1);
  }
  moment() {
    return `${this.#lives.length - 1}.${this.#life.tick}`;
  }
  /** Listens to every act that the server carries out; answers how to stop. */
  listen() {
    const all5 = acts;
    const before = { ...all5 };
    for (const [n, act2] of Object.entries(before)) {
      all5[n] = async (ctx, a, sent, again) => {
        const mark = this.#acted.length;
        try {
          const done = await act2(ctx, a, sent, again);
          if (done.outcome === "applied") this.#applied(n, a, sent);
          return done;
        } catch (error) {
          this.#acted.length = mark;
          throw error;
        }
      };
    }
    return () => Object.assign(all5, before);
  }
  #applied(n, a, sent) {
    const line2 = n === "pick.record_line" ? a.pick_line_id : null;
    const deed = this.deeds.get(sent.m);
    if (deed && line2 !== null) this.#wasSeen(deed, line2, sent.base);
    if (deed && (n === "pick.complete" || n === "prep.complete" || n === "dispatch.request")) this.#standsOnAccepted(deed);
    this.#acted.push({ m: sent.m, n, line: line2 });
  }
  /** A record that was built on one's own word or on a version overwrites only what the tablet had seen. */
  #wasSeen(deed, line2, base2) {
    if (JSON.stringify(base2) !== JSON.stringify(deed.row.base) || Object.values(base2).some((seen2) => typeof seen2 === "object" && "facts" in seen2))
      return;
    const before = this.#life.lines.get(line2);
    if (!before) return;
    const own2 = before.by === null ? void 0 : this.deeds.get(before.by);
    const seen = Object.values(base2)[0];
    const after3 = typeof seen === "object" && "after" in seen ? this.#life.outcomes.get(seen.after) : void 0;
    const isOwn = own2?.device === deed.device || after3?.outcome === "noop" && after3.tick >= before.tick;
    this.check(
      "nothing_overwritten_unseen",
      isOwn || this.#tickNow(deed.knew) >= before.tick,
      () => `${this.nameOf(deed.row.m)} overwrote what ${before.by ? this.nameOf(before.by) : "the office"} had done to line ${line2} without its being seen`
    );
  }
  #standsOnAccepted(deed) {
    for (const seen of Object.values(deed.row.base)) {
      if (typeof seen !== "object" || !("after" in seen)) continue;
      const before = this.#life.outcomes.get(seen.after);
      const isOpen2 = before !== void 0 && isRefused(before.outcome) && !this.isResolved(seen.after);
      this.check(
        "nothing_completed_on_refusal",
        !isOpen2,
        () => `${this.nameOf(deed.row.m)} was done although ${this.nameOf(seen.after)} had been refused`
      );
    }
  }
  /** Set by the story: whether a person has closed an outcome. */
  isResolved = () => false;
  /** A moment of an earlier life is worth no more than the backup that the next life began with. */
  #tickNow(moment) {
    if (!moment) return -1;
    let { tick: tick2 } = moment;
    for (const life of this.#lives.slice(moment.life + 1)) tick2 = Math.min(tick2, life.born);
    return tick2;
  }
  committed(connection) {
    const life = this.#life;
    life.tick += 1;
    const statements = this.#of(connection);
    const by2 = new Map(this.#acted.flatMap(({ m, line: line2 }) => line2 === null ? [] : [[line2, m]]));
    for (const { m } of this.#acted) {
      const times = (life.applied.get(m) ?? 0) + 1;
      life.applied.set(m, times);
      this.check("never_twice", times === 1, () => `${this.nameOf(m)} was applied ${times} times`);
    }
    this.#acted = [];
    for (const line2 of statements.lines.all()) {
      this.check(
        "picked_within_allocated",
        line2.qty_picked <= line2.qty_allocated,
        () => `line ${line2.id}: ${line2.qty_picked} picked of ${line2.qty_allocated}`
      );
      const before = life.lines.get(line2.id);
      if (before?.version !== line2.fact_version)
        life.lines.set(line2.id, { version: line2.fact_version, tick: life.tick, by: by2.get(line2.id) ?? null });
    }
    this.check("allocated_within_stock", statements.stock.get() === void 0, () => "more of a SKU is allocated than there is");
    for (const row2 of statements.outcomes.all(life.rowid)) this.#outcome(life, row2);
  }
  undone() {
    this.#acted = [];
  }
  #outcome(life, { rowid, m, device: device2, n, outcome, code }) {
    life.rowid = rowid;
    life.outcomes.set(m, { tick: life.tick, outcome, code });
    this.done.set(n, (this.done.get(n) ?? 0) + 1);
    if (code) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    const deed = this.deeds.get(m);
    this.say(`office: ${this.nameOf(m)} \u2192 ${outcome}${code ? ` ${code}` : ""}`);
    if (!deed) return;
    this.check("one_outcome", device2 === deed.device, () => `${this.nameOf(m)} has its outcome under another tablet's name`);
    const before = life.lastQ.get(deed.ledger) ?? 0;
    this.check("queue_order", deed.row.q > before, () => `${this.nameOf(m)} came after action ${before} of the same tablet`);
    life.lastQ.set(deed.ledger, Math.max(before, deed.row.q));
  }
  outcomeOf(m) {
    return this.#life.outcomes.get(m);
  }
  /** What a backup taken now will bring back. */
  backup() {
    return structuredClone(this.#life);
  }
  restored(backup) {
    this.#lives.push({ ...structuredClone(backup), born: backup.tick });
  }
  #of(connection) {
    const known2 = this.#statements.get(connection);
    if (known2) return known2;
    const made = {
      lines: connection.prepare("select id, fact_version, qty_picked, qty_allocated from pick_lines"),
      outcomes: connection.prepare("select rowid, m, device, n, outcome, code from sync_outcomes where rowid > ? order by rowid"),
      stock: connection.prepare("select product_id from stock_levels where qty_allocated > qty_available or qty_available < 0 limit 1")
    };
    this.#statements.set(connection, made);
    return made;
  }
  /** An action in words: `A7 pick.start`. */
  nameOf(m) {
    const deed = this.deeds.get(m);
    return deed ? `${deed.ledger}${deed.row.q} ${deed.row.n}` : `a stranger's ${m.slice(0, 8)}`;
  }
  /** A transaction of a tablet's ledger was kept: what it holds from now on must not vanish. */
  async ledgerKept(of, ledger, cache) {
    const rows2 = await ledger.read((t) => t.outbox.all());
    const now = new Map(rows2.map(({ q, m }) => [q, m]));
    const gone2 = [...of.outbox].filter(([q, m]) => now.get(q) !== m);
    const isNew = rows2.some(({ m }) => !this.deeds.has(m));
    const position2 = isNew || gone2.length > 0 ? await positionOf2(cache) : void 0;
    for (const row2 of rows2) {
      const known2 = this.deeds.get(row2.m);
      if (known2) known2.row = row2;
      else {
        this.deeds.set(row2.m, { row: row2, ledger: of.name, device: of.device, knew: momentOf2(position2), isLost: false });
        this.say(`${of.name}: ${this.nameOf(row2.m)} is saved (${JSON.stringify(row2.a)} on ${JSON.stringify(row2.base)})`);
      }
    }
    of.outbox.clear();
    for (const [q, m] of now) of.outbox.set(q, m);
    for (const [q, m] of gone2) {
      const [sent, open4] = await ledger.read(async (t) => [await t.sent.get(q), await t.outcomes.get(m)]);
      this.check("saved_is_kept", sent?.m === m, () => `${this.nameOf(m)} has left the queue of ${of.name} for nowhere`);
      if (!sent || this.sharedClients.has(sent.c)) continue;
      const isShown = (position2?.lm[sent.c] ?? 0) >= sent.s;
      this.check("own_work_stays", isShown, () => `${this.nameOf(m)} has left the queue of ${of.name} before its rows came back`);
      if (!sent.outcome || !isRefused(sent.outcome)) continue;
      const isOpen2 = open4?.is_open === true || this.isResolved(m);
      this.check("visible_until_resolved", isOpen2, () => `${this.nameOf(m)} was refused, and ${of.name} does not show it`);
    }
  }
  /** A transaction of a tablet's cache was kept: its rows and its last mutations have to be of one moment. */
  async cacheKept(of, cache) {
    const position2 = await positionOf2(cache);
    if (!position2) return;
    const moment = momentOf2(position2);
    const then = moment && this.#lives[moment.life];
    for (const { row: row2, ledger } of this.deeds.values()) {
      if (ledger !== of.ledgerName || (position2.lm[row2.c] ?? 0) < row2.s || this.sharedClients.has(row2.c)) continue;
      const outcome = then?.outcomes.get(row2.m);
      this.check(
        "rows_and_lm_agree",
        outcome !== void 0 && moment !== null && outcome.tick <= moment.tick,
        () => `${of.ledgerName} counts ${this.nameOf(row2.m)} as contained in rows that are older than it`
      );
    }
  }
};
var positionOf2 = async (cache) => await cache.read((t) => t.meta.get("position"));
function momentOf2(position2) {
  const [life, tick2] = position2?.cursor?.moment?.split(".").map(Number) ?? [];
  return life === void 0 || tick2 === void 0 ? null : { life, tick: tick2 };
}

// tests/simulation/office.ts
import { sql as sql41 } from "drizzle-orm";
var Office = class {
  #scene;
  #warehouse;
  #dice;
  constructor(scene, warehouse) {
    this.#scene = scene;
    this.#warehouse = warehouse;
    this.#dice = scene.dice.fork();
  }
  /** One call; what the office is refused is refused. */
  async call(what, method, path, body) {
    const answer = await this.#scene.server.receive(method, path, this.#warehouse.office.token, body);
    this.#scene.history.say(`office: ${what} \u2192 ${answer ? answer.status : "no answer"}`);
    if (answer && answer.status >= 500 && !this.#scene.server.isBusy) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
    return answer && answer.status < 300 ? answer.body : null;
  }
  #order() {
    return this.#dice.one(this.#warehouse.orders) ?? { id: 0, uuid: "" };
  }
  /** Allocates an order and releases it to the floor. */
  async release(order = this.#order()) {
    await this.call(`allocate order ${order.id}`, "POST", `/api/admin/orders/${order.uuid}/allocate-all`);
    await this.call(`release order ${order.id}`, "POST", `/api/admin/orders/${order.uuid}/allocate`);
  }
  async act() {
    const order = this.#order();
    const path = `/api/admin/orders/${order.uuid}`;
    const does = this.#dice.weighted([
      [8, () => this.release(order)],
      [2, () => this.call(`hold order ${order.id}`, "PUT", path, { is_frozen: true, frozen_reason: "Waiting for payment" })],
      [4, () => this.call(`let go of order ${order.id}`, "PUT", path, { is_frozen: false })],
      [1, () => this.call(`un-allocate order ${order.id}`, "PUT", path, { unallocate: true })],
      [1, () => this.call(`send order ${order.id} back`, "PUT", path, { sendBack: true })],
      [0.4, () => this.call(`cancel order ${order.id}`, "POST", `/api/orders/${order.uuid}/cancel`)],
      [1, () => this.call(`reopen order ${order.id}`, "POST", `${path}/reopen`, { reason: "Wrong size" })],
      [1, () => this.call(`take order ${order.id} back from its courier`, "POST", `${path}/set-as-allocated`)],
      [2, () => this.#note(order)],
      [2, () => this.#countStock()],
      [2, () => this.#recordLine()],
      [2, () => this.substitute()],
      [4, () => this.resolve()]
    ]);
    await does?.();
  }
  async #note({ id: id9 }) {
    this.#scene.history.say(`office: a note on order ${id9}`);
    await this.#scene.server.unit((db) => run(db, sql41`update orders set customer_notes = ${`Note ${this.#dice.between(1, 99)}`} where id = ${id9}`));
  }
  #countStock() {
    const product2 = this.#dice.one(this.#warehouse.products) ?? 0;
    const value2 = this.#dice.between(4, 20);
    return this.call(`count SKU ${product2} as ${value2}`, "PUT", `/api/admin/products/${product2}`, { field: "qty_available", value: value2 });
  }
  /** A super corrects a line at the desk. */
  async #recordLine() {
    const line2 = this.#dice.one(
      this.#scene.server.connection.prepare(
        `select pick_lines.id, qty_allocated from pick_lines join picks on picks.id = pick_id where state in ('picking') order by pick_lines.id`
      ).all()
    );
    if (!line2) return null;
    const qty_picked = this.#dice.chance(0.6) ? line2.qty_allocated : this.#dice.between(0, line2.qty_allocated);
    return await this.call(`record ${qty_picked} on line ${line2.id}`, "PUT", `/api/admin/picking/lines/${line2.id}`, { qty_picked });
  }
  /** Another SKU in place of one that nobody has picked yet. */
  async substitute() {
    const { server, history } = this.#scene;
    const line2 = this.#dice.one(
      server.connection.prepare(
        `select line.id, line.order_line_id, line.product_id, line.qty_allocated as qty from pick_lines line join picks on picks.id = pick_id
            where state in ('released', 'picking', 'paused') and qty_picked = 0 and line.qty_allocated > 0 order by line.id`
      ).all()
    );
    const other = line2 && this.#dice.one(this.#warehouse.products.filter((id9) => id9 !== line2.product_id));
    if (!line2 || !other) return;
    await server.unit(async (db) => {
      const free = server.connection.prepare("select qty_available - qty_allocated as qty from stock_levels where product_id = ?").get(other);
      const untouched = server.connection.prepare(
        "select 1 from pick_lines where id = ? and qty_picked = 0 and product_id = ? and qty_allocated = ?"
      );
      if (free.qty < line2.qty || !untouched.get(line2.id, line2.product_id, line2.qty)) return;
      history.say(`office: SKU ${other} in place of ${line2.product_id} on line ${line2.id}`);
      await run(db, sql41`update pick_lines set product_id = ${other}, fact_version = fact_version + 1 where id = ${line2.id}`);
      await run(db, sql41`update order_lines set picked_product_id = ${other} where id = ${line2.order_line_id}`);
      await run(db, sql41`update stock_levels set qty_allocated = qty_allocated - ${line2.qty} where product_id = ${line2.product_id}`);
      await run(db, sql41`update stock_levels set qty_allocated = qty_allocated + ${line2.qty} where product_id = ${other}`);
    });
  }
  async attention() {
    const list2 = await this.call("look at what needs attention", "GET", "/api/admin/attention");
    return list2?.items ?? [];
  }
  async resolve() {
    const item = this.#dice.one(await this.attention());
    if (!item) return;
    const choice = this.#dice.one(choices) ?? "dismiss";
    await this.call(`resolve ${item.kind} ${this.#scene.history.nameOf(item.m)}: ${choice}`, "POST", `/api/admin/attention/${item.m}/resolve`, {
      choice
    });
  }
};

// shared/group-by.ts
function groupBy(rows2, keyOf3) {
  const groups = /* @__PURE__ */ new Map();
  for (const row2 of rows2) {
    const key = keyOf3(row2);
    const group = groups.get(key);
    if (group) group.push(row2);
    else groups.set(key, [row2]);
  }
  return groups;
}

// shared/picking/walking-order.ts
var collator = new Intl.Collator("en-GB", { numeric: true });
function byBin(one2, other) {
  if (!one2 || !other) return Number(!one2) - Number(!other);
  return collator.compare(one2, other);
}

// shared/prep/decoration.ts
var places = [
  ["left (?:breast|chest)", { is_back: false, x: 0.64, y: 0.38 }],
  ["right (?:breast|chest)", { is_back: false, x: 0.36, y: 0.38 }],
  ["(?:left )(?:sleeve|arm)", { is_back: false, x: 0.86, y: 0.42 }],
  ["(?:right )(?:sleeve|arm)", { is_back: false, x: 0.14, y: 0.42 }],
  ["breast|chest|front", { is_back: false, x: 0.5, y: 0.42 }],
  ["collar", { is_back: false, x: 0.5, y: 0.14 }],
  ["back", { is_back: true, x: 0.5, y: 0.45 }]
];
var anyPlace = new RegExp(`\\b(?:${places.map(([pattern2]) => `(${pattern2})`).join("|")})\\b`, "gi");

// pwa/offline/views.ts
init_rows();
var byPick = /* @__PURE__ */ new WeakMap();
function linesOf(rows2, pick_id) {
  let index4 = byPick.get(rows2.pick_line);
  if (!index4) {
    index4 = /* @__PURE__ */ new Map();
    for (const line2 of rows2.pick_line.values()) {
      const lines2 = index4.get(line2.pick_id);
      if (lines2) lines2.push(line2);
      else index4.set(line2.pick_id, [line2]);
    }
    for (const lines2 of index4.values()) lines2.sort((a, b) => a.id - b.id);
    byPick.set(rows2.pick_line, index4);
  }
  return index4.get(pick_id) ?? [];
}
var byId2 = /* @__PURE__ */ new WeakMap();
function pickById2(rows2, pick_id) {
  let index4 = byId2.get(rows2.pick);
  if (!index4) {
    index4 = new Map([...rows2.pick.values()].map((pick) => [pick.id, pick]));
    byId2.set(rows2.pick, index4);
  }
  return index4.get(pick_id);
}
var walking = new Intl.Collator("en-GB", { numeric: true });

// tests/simulation/picker.ts
var doing = (weight, n, a) => [weight, { n, a }];
function choose(tab, me, dice, reasons) {
  const { floor } = tab.engine.screens.get();
  const { rows: rows2 } = floor;
  const picks2 = [...rows2.pick.values()];
  const mine = picks2.filter(({ picker, state }) => picker?.id === me && (state === "picking" || state === "paused"));
  const pick = dice.chance(0.75) && mine.length ? dice.one(mine) : dice.one(picks2);
  const options2 = [];
  if (pick) options2.push(...ofPick3(pick, linesOf(rows2, pick.id), me, dice, reasons));
  const booked2 = picks2.filter(({ state }) => state === "booked");
  if (booked2.length && dice.chance(0.3)) options2.push(dispatchOf2(booked2, tab, dice));
  const dispatch = dice.one([...rows2.dispatch.values()]);
  if (dispatch) {
    options2.push(doing(1, "dispatch.edit", { dispatch_id: dispatch.id, contact_name: `Contact ${dice.between(1, 9)}` }));
    options2.push(
      doing(2, "dispatch.set_tracking", { dispatch_id: dispatch.id, tracking_number: `T${dice.between(1e3, 9999)}`, consignment_number: null })
    );
    options2.push(doing(0.5, "print.request", { what: "dispatch_labels", dispatch_ids: [dispatch.id] }));
  }
  const open4 = dice.one(tab.engine.sync.get().open);
  if (open4) options2.push(doing(3, "outcome.resolve", { m: open4.m, choice: dice.one(choices) ?? "dismiss" }));
  return dice.weighted(options2);
}
function ofPick3(pick, lines2, me, dice, reasons) {
  const pick_id = pick.id;
  const line2 = dice.one(lines2);
  const options2 = [];
  if (line2) {
    options2.push(
      doing(0.3, "stock.request_count", { product_id: line2.product_id, pick_line_id: line2.id, qty: dice.chance(0.5) ? dice.between(0, 12) : null })
    );
    options2.push(doing(0.3, "print.request", { what: "bag_label", pick_id, employee_id: line2.employee_id, count: 1 }));
  }
  if (pick.state === "released") options2.push(doing(10, "pick.start", { pick_id }));
  const isMine2 = pick.picker?.id === me;
  if (pick.state === "paused") options2.push(doing(isMine2 ? 8 : 1, "pick.resume", { pick_id }));
  if (pick.state === "picking") {
    const open4 = lines2.find((other) => !isFullyPicked(other) && !other.code);
    const counted2 = dice.chance(0.7) ? open4 ?? line2 : line2;
    if (counted2) options2.push(doing(isMine2 ? 14 : 1, "pick.record_line", record(counted2, dice, reasons)));
    if (!open4) options2.push(doing(isMine2 ? 12 : 1, "pick.complete", { pick_id, digest: digestOf(lines2) }));
    options2.push(doing(0.7, "pick.pause", { pick_id }), doing(0.4, "pick.handover", { pick_id }), doing(0.2, "pick.send_back", { pick_id }));
    options2.push(doing(0.6, "pick.assign_tote", { pick_id, tote: `t-${dice.between(1, 9)}` }));
  }
  if (pick.state === "picked") {
    const decorated = dice.one(lines2.filter((other) => isDecorated(other)));
    if (decorated) options2.push(doing(6, "prep.tick_line", { pick_id, pick_line_id: decorated.id, ticked: dice.chance(0.85) }));
    options2.push(doing(4, "prep.complete", { pick_id, digest: digestOf(lines2) }));
    options2.push(doing(0.3, "print.request", { what: "picking_list", pick_id }));
  }
  return options2;
}
function record(line2, dice, reasons) {
  const qty_picked = dice.chance(0.6) ? line2.qty_allocated : dice.between(0, line2.qty_allocated);
  const isShort = qty_picked < line2.qty_allocated;
  const code = isShort && dice.chance(0.7) ? dice.one(reasons) ?? null : null;
  return {
    pick_id: line2.pick_id,
    pick_line_id: line2.id,
    product_id: line2.product_id,
    qty_picked,
    code,
    other_reason: code === "OTHER" ? "torn" : null
  };
}
function dispatchOf2(booked2, tab, dice) {
  const some = dice.chance(0.3) ? booked2.slice(0, 2) : [dice.one(booked2) ?? booked2[0]].filter((pick) => pick !== void 0);
  const { rows: rows2 } = tab.engine.screens.get().floor;
  const isCollection = dice.chance(0.4);
  const row2 = { service_key: isCollection ? COLLECTION : "220", total_weight: 5, total_items: 1 };
  const orders2 = some.map(({ uuid }) => ({ uuid, ...row2, ...isCollection && dice.chance(0.5) && { mark_as_shipped: true } }));
  const lines2 = some.flatMap(({ id: id9 }) => pickById2(rows2, id9) ? linesOf(rows2, id9) : []);
  return doing(8, "dispatch.request", { orders: orders2, consolidated: some.length > 1 && dice.chance(0.5), digest: digestOf(lines2) });
}

// tests/simulation/random-source.ts
import nodeCrypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
function drawFrom(dice) {
  const own2 = nodeCrypto.randomUUID;
  const draw = () => dice.uuid();
  const put = (by2) => {
    nodeCrypto.randomUUID = by2;
    Object.defineProperty(globalThis.crypto, "randomUUID", { value: by2, configurable: true, writable: true });
    syncBuiltinESMExports();
  };
  put(draw);
  return () => put(own2);
}

// tests/simulation/server-room.ts
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join as join5 } from "node:path";
import { Mutex as Mutex3 } from "async-mutex";
import BetterSqlite2 from "better-sqlite3";

// server/app.ts
import { Hono as Hono29 } from "hono";

// server/accounts/routes.ts
import { Hono } from "hono";

// server/http/context.ts
var reading = (c2) => contextOf(c2, c2.get("services").database.reader);
var contextOf = (c2, db) => {
  const services2 = c2.get("services");
  return { db, actor: c2.get("actor"), now: services2.clock().toISOString(), services: services2, request_id: c2.get("request_id") };
};

// server/http/session.ts
import { and as and20, eq as eq37, gt as gt4, isNull as isNull12, or as or4, sql as sql42 } from "drizzle-orm";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
var documentCookie = "kitroom_documents";
var sessionByToken = prepared(
  "session_by_token",
  (db) => db.select({
    session_id: sessions.id,
    impersonator_id: sessions.impersonator_id,
    last_seen_at: sessions.last_seen_at,
    slides_minutes: sessions.slides_minutes,
    id: users.id,
    forenames: users.forenames,
    surname: users.surname,
    role: users.role,
    account_id: users.account_id,
    is_supervised_orderer: users.is_supervised_orderer,
    can_view_restricted_products: users.can_view_restricted_products
  }).from(sessions).innerJoin(users, eq37(users.id, sessions.user_id)).leftJoin(accounts, eq37(accounts.id, users.account_id)).where(
    and20(
      eq37(sessions.token_hash, sql42.placeholder("token_hash")),
      gt4(sessions.expires_at, sql42.placeholder("now")),
      isNull12(users.deleted_at),
      eq37(users.is_disabled, false),
      or4(isNull12(users.account_id), isNull12(accounts.deleted_at)),
      // Whoever may not sign in any more does not act as somebody else either.
      or4(
        isNull12(sessions.impersonator_id),
        sql42`exists (select 1 from ${users} as impersonator where impersonator.id = ${sessions.impersonator_id} and impersonator.deleted_at is null and not impersonator.is_disabled)`
      )
    )
  )
);
var sitesOfUser = prepared(
  "sites_of_user",
  (db) => db.select({ site_id: userSites.site_id }).from(userSites).where(eq37(userSites.user_id, sql42.placeholder("user_id")))
);
async function findSession(db, token, now) {
  const [row2] = await sessionByToken(db, { token_hash: hashToken(token), now });
  if (!row2) return null;
  const site_ids = isClientRole(row2.role) ? (await sitesOfUser(db, { user_id: row2.id })).map(({ site_id }) => site_id) : [];
  const { session_id, last_seen_at, slides_minutes, forenames, surname, ...rest } = row2;
  return { id: session_id, last_seen_at, slides_minutes, actor: { ...rest, name: `${forenames} ${surname}`.trim(), site_ids } };
}
var minutes = (from, to) => (Date.parse(to) - Date.parse(from)) / 6e4;
async function enter(c2, token) {
  const { database, clock } = c2.get("services");
  const now = clock();
  const session = token ? await findSession(database.reader, token, now.toISOString()) : null;
  if (!session) throw new Problem(401, { message: messages.sign_in_again }, { "WWW-Authenticate": "Bearer" });
  if (isClientRole(session.actor.role) && /^(\/api)?\/admin\//.test(c2.req.path)) throw forbidden();
  c2.set("actor", session.actor);
  c2.set("session_id", session.id);
  if (minutes(session.last_seen_at, now.toISOString()) >= 5) {
    const { slides_minutes } = session;
    await database.unitOfWork(async (db) => {
      await db.update(sessions).set({
        last_seen_at: now.toISOString(),
        ...slides_minutes ? { expires_at: new Date(now.getTime() + slides_minutes * 6e4).toISOString() } : {}
      }).where(eq37(sessions.id, session.id));
    });
  }
}
var bearer = (c2) => c2.req.header("Authorization")?.match(/^Bearer (\S+)$/)?.[1];
var signedIn = createMiddleware(async (c2, next2) => {
  await enter(c2, bearer(c2));
  await next2();
});
var signedInForDocuments = createMiddleware(async (c2, next2) => {
  await enter(c2, bearer(c2) ?? (c2.req.method === "GET" ? getCookie(c2, documentCookie) : void 0));
  await next2();
});

// server/http/valid.ts
import { describeRoute, resolver, validator } from "hono-openapi";

// server/http/kept-text.ts
var unkeptCharacter = /[\0\p{Cs}]/u;
var unkeptCharacters = new RegExp(unkeptCharacter, "gu");
var isKept2 = (text5) => !unkeptCharacter.test(text5);
var keptText = (text5) => text5.replaceAll(unkeptCharacters, "\uFFFD");
function unkept(whole3) {
  const left2 = [{ value: whole3, path: "" }];
  for (let at = left2.pop(); at; at = left2.pop()) {
    const { value: value2, path } = at;
    if (typeof value2 === "string" && !isKept2(value2)) return path || "body";
    if (typeof value2 !== "object" || value2 === null) continue;
    for (const [key, part] of Object.entries(value2)) {
      if (!isKept2(key)) return path || "body";
      left2.push({ value: part, path: path ? `${path}.${key}` : key });
    }
  }
  return null;
}

// server/http/valid.ts
var fieldOf = ({ path = [] }) => path.map((part) => String(typeof part === "object" ? part.key : part)).join(".") || "body";
function fieldErrors(issues) {
  const errors = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= [issue.message];
  return errors;
}
var valid = (target, schema, { takesAnyText = false } = {}) => validator(target, schema, (result2, c2) => {
  if (target === "json" && c2.req.header("Content-Type")?.startsWith("multipart/")) throw new Problem(415, { message: messages.wrong_type });
  if (!result2.success) throw target === "param" ? notFound() : invalid(fieldErrors(result2.error));
  const field = takesAnyText ? null : unkept(result2.data);
  if (field) throw invalid({ [field]: messages.unkept_character });
});
var describe = (summary, answer, area) => describeRoute({
  summary,
  ...area ? { tags: [area] } : {},
  responses: {
    200: answer ? { description: summary, content: { "application/json": { schema: resolver(answer) } } } : { description: summary }
  }
});

// server/people/employee-queries.ts
import { and as and22, asc as asc10, count as count5, desc as desc4, eq as eq39, isNull as isNull14, or as or6, sql as sql45 } from "drizzle-orm";
import { z as z17 } from "zod";

// server/people/person-name.ts
import { sql as sql43 } from "drizzle-orm";
var personName = (person6) => sql43`trim(${person6.forenames} || ' ' || ${person6.surname})`;

// server/people/scope.ts
import { and as and21, eq as eq38, inArray as inArray10, isNull as isNull13, or as or5, sql as sql44 } from "drizzle-orm";
function visibleEmployees(actor) {
  const here = [isNull13(users.deleted_at), inArray10(users.role, [...clientRoles])];
  const nothing7 = sql44`1 = 0`;
  if (actor.role === "super") return and21(...here) ?? nothing7;
  if (!isClientRole(actor.role) || actor.account_id === null) return nothing7;
  const own2 = [...here, eq38(users.account_id, actor.account_id)];
  if (actor.role === "client_admin") return and21(...own2) ?? nothing7;
  const self = eq38(users.id, actor.id);
  if (actor.role === "employee" || actor.role === "employee_with_order") return and21(...own2, self) ?? nothing7;
  const atOwnSite2 = sql44`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${among(userSites.site_id, idList(actor.site_ids))})`;
  const below = actor.role === "manager" ? inArray10(users.role, ["employee", "employee_with_order", "manager"]) : void 0;
  return and21(...own2, or5(self, and21(atOwnSite2, below))) ?? nothing7;
}

// server/people/employee-queries.ts
var employeeQuery = listQuery({ orderBy: ["name", "id", "employee_number"], default: "name", per_page: 50 }).extend({
  include: include(["sites", "employee_roles", "clothing_sets", "roles", "account"]),
  site_id: z17.coerce.number().int().positive().optional()
});
var named2 = z17.object({ id: z17.int(), name: z17.string() });
var employeeSchema = z17.object({
  id: z17.int(),
  account_id: z17.int().nullable(),
  name: z17.string(),
  forenames: z17.string(),
  surname: z17.string(),
  email: z17.string().nullable(),
  employee_number: z17.string().nullable(),
  contact_phone: z17.string().nullable(),
  primary_role: z17.enum(roles),
  sites: z17.array(named2),
  employee_roles: z17.array(named2.extend({ is_budgeted: z17.boolean() })),
  clothing_sets: z17.array(named2),
  version: z17.int()
});
var columns2 = {
  id: users.id,
  account_id: users.account_id,
  name: personName(users).as("name"),
  forenames: users.forenames,
  surname: users.surname,
  email: users.email,
  employee_number: users.employee_number,
  contact_phone: users.contact_phone,
  primary_role: users.role,
  version: users.version
};
async function belongings(ctx, people5) {
  const ids3 = idList(people5.map(({ id: id9 }) => id9));
  const theirSites = await ctx.db.select({ user_id: userSites.user_id, id: sites.id, name: sites.name }).from(userSites).innerJoin(sites, eq39(sites.id, userSites.site_id)).where(and22(among(userSites.user_id, ids3), isNull14(sites.deleted_at))).orderBy(asc10(sites.name));
  const theirRoles = await ctx.db.select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, name: employeeRoles.name, is_budgeted: employeeRoles.is_budgeted }).from(userEmployeeRoles).innerJoin(employeeRoles, eq39(employeeRoles.id, userEmployeeRoles.employee_role_id)).where(and22(among(userEmployeeRoles.user_id, ids3), isNull14(employeeRoles.deleted_at))).orderBy(asc10(employeeRoles.name));
  const theirSets = await ctx.db.select({ user_id: userClothingSets.user_id, id: clothingSets.id, name: clothingSets.name }).from(userClothingSets).innerJoin(clothingSets, eq39(clothingSets.id, userClothingSets.clothing_set_id)).where(and22(among(userClothingSets.user_id, ids3), isNull14(clothingSets.deleted_at))).orderBy(asc10(clothingSets.name));
  return { theirSites: by(theirSites), theirRoles: by(theirRoles), theirSets: by(theirSets) };
}
var by = (rows2) => {
  const map = /* @__PURE__ */ new Map();
  for (const { user_id, ...row2 } of rows2) map.set(user_id, [...map.get(user_id) ?? [], row2]);
  return map;
};
async function withBelongings(ctx, people5) {
  const { theirSites, theirRoles, theirSets } = await belongings(ctx, people5);
  return people5.map((person6) => ({
    ...person6,
    sites: theirSites.get(person6.id) ?? [],
    employee_roles: theirRoles.get(person6.id) ?? [],
    clothing_sets: theirSets.get(person6.id) ?? []
  }));
}
async function employees(ctx, query, account_id) {
  authorize(policy.see_employees(ctx.actor));
  const conditions = [visibleEmployees(ctx.actor)];
  if (account_id !== void 0) conditions.push(eq39(users.account_id, account_id));
  if (query.site_id)
    conditions.push(sql45`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${query.site_id})`);
  if (query.search && query.search.length >= limits.search_min)
    conditions.push(
      or6(contains(personName(users), query.search), contains(users.email, query.search), contains(users.employee_number, query.search))
    );
  const where = and22(...conditions);
  const way = query.sortedBy === "desc" ? desc4 : asc10;
  const order = {
    name: [way(users.surname), way(users.forenames), way(users.id)],
    id: [way(users.id)],
    employee_number: [way(users.employee_number), way(users.id)]
  };
  const [total3] = await ctx.db.select({ n: count5() }).from(users).where(where);
  const people5 = await ctx.db.select(columns2).from(users).where(where).orderBy(...order[query.orderBy]).limit(query.per_page).offset((query.page - 1) * query.per_page);
  return pageOf(await withBelongings(ctx, people5), query, total3?.n ?? 0);
}
async function employee(ctx, id9) {
  const [person6] = await withBelongings(
    ctx,
    await ctx.db.select(columns2).from(users).where(and22(eq39(users.id, id9), visibleEmployees(ctx.actor)))
  );
  return found(person6);
}

// server/accounts/account-queries.ts
import { and as and23, asc as asc11, count as count6, desc as desc5, eq as eq40, isNull as isNull15, or as or7, sql as sql46 } from "drizzle-orm";
import { z as z18 } from "zod";

// data/reference/default-terms.json
var default_terms_default = {
  terms: "Orders are accepted subject to stock and to the credit terms agreed with your company. Prices exclude VAT.\n\nPlease check sizes before ordering: decorated garments and items marked non-returnable cannot be sent back unless they are faulty. Everything else may be returned unworn within 28 days of delivery.\n\nTell us about missing or damaged goods within 3 working days of delivery. Goods stay our property until they are paid for."
};

// server/ordering/terms.ts
var termsOf = (account2) => account2.terms || default_terms_default.terms;

// server/accounts/account-queries.ts
var accountQuery = listQuery({ orderBy: ["name", "reference", "id"], default: "name", per_page: 50 }).extend({
  include: include(["counts", "sites"]),
  archived: queryFlag.optional()
});
var accountSchema = z18.object({
  id: z18.int(),
  name: z18.string(),
  reference: z18.string(),
  deleted_at: z18.string().nullable(),
  is_archived: z18.boolean()
});
async function listAccounts(ctx, query) {
  authorize(policy.use_office(ctx.actor));
  const conditions = [query.archived ? void 0 : isNull15(accounts.deleted_at)];
  if (query.search && query.search.length >= limits.search_min)
    conditions.push(or7(contains(accounts.name, query.search), contains(accounts.reference, query.search)));
  const where = and23(...conditions);
  const way = query.sortedBy === "desc" ? desc5 : asc11;
  const [total3] = await ctx.db.select({ n: count6() }).from(accounts).where(where);
  const rows2 = await ctx.db.select({ id: accounts.id, name: accounts.name, reference: accounts.reference, deleted_at: accounts.deleted_at }).from(accounts).where(where).orderBy(way(accounts[query.orderBy]), way(accounts.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  return pageOf(
    rows2.map((row2) => ({ ...row2, is_archived: row2.deleted_at !== null })),
    query,
    total3?.n ?? 0
  );
}
var ownAccountSchema = z18.object({
  id: z18.int(),
  name: z18.string(),
  reference: z18.string(),
  require_po: z18.boolean(),
  require_cc: z18.boolean(),
  self_order_budgeting: z18.boolean(),
  custom_video_explainer_url: z18.string().nullable(),
  terms: z18.string(),
  logo: z18.string().nullable()
});
async function accountOf(ctx, id9) {
  const { actor } = ctx;
  if (actor.role !== "super" && !(isClientRole(actor.role) && actor.account_id === id9)) throw notFound();
  const [row2] = await ctx.db.select({
    id: accounts.id,
    name: accounts.name,
    reference: accounts.reference,
    require_po: accounts.require_po,
    require_cc: accounts.require_cc,
    self_order_budgeting: accounts.self_order_budgeting,
    custom_video_explainer_url: accounts.custom_video_explainer_url,
    terms: accounts.terms,
    logo_hash: files.hash
  }).from(accounts).leftJoin(files, eq40(files.id, accounts.logo_file_id)).where(eq40(accounts.id, id9));
  const { logo_hash, ...account2 } = found(row2);
  return { ...account2, terms: termsOf(account2), logo: logo_hash ? `/files/${logo_hash}` : null };
}
var roleQuery = listQuery({ orderBy: ["name", "id"], default: "name", per_page: 50 }).extend({
  include: include(["counts"]),
  /** Only the roles of this person. */
  employee_id: z18.coerce.number().int().positive().optional()
});
var roleSchema = z18.object({
  id: z18.int(),
  name: z18.string(),
  budget_code: z18.string().nullable(),
  is_budgeted: z18.boolean(),
  is_budget_forceable: z18.boolean(),
  budget_value: z18.int().nullable(),
  budget_start_date: z18.string().nullable(),
  budget_duration: z18.int().nullable()
});
var roleColumns = {
  id: employeeRoles.id,
  name: employeeRoles.name,
  budget_code: employeeRoles.budget_code,
  is_budgeted: employeeRoles.is_budgeted,
  is_budget_forceable: employeeRoles.is_budget_forceable,
  budget_value: employeeRoles.budget_value,
  budget_start_date: employeeRoles.budget_start_date,
  budget_duration: employeeRoles.budget_duration
};
async function listEmployeeRoles(ctx, account_id, query) {
  authorize(policy.use_office(ctx.actor));
  const conditions = [eq40(employeeRoles.account_id, account_id), isNull15(employeeRoles.deleted_at)];
  if (query.search) conditions.push(contains(employeeRoles.name, query.search));
  if (query.employee_id)
    conditions.push(
      sql46`exists (select 1 from ${userEmployeeRoles} where ${userEmployeeRoles.employee_role_id} = ${employeeRoles.id} and ${userEmployeeRoles.user_id} = ${query.employee_id})`
    );
  const where = and23(...conditions);
  const way = query.sortedBy === "desc" ? desc5 : asc11;
  const [total3] = await ctx.db.select({ n: count6() }).from(employeeRoles).where(where);
  const rows2 = await ctx.db.select(roleColumns).from(employeeRoles).where(where).orderBy(way(employeeRoles[query.orderBy]), way(employeeRoles.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  return pageOf(rows2, query, total3?.n ?? 0);
}
var rolesAndSetsSchema = z18.object({
  employee_roles: z18.array(roleSchema),
  clothing_sets: z18.array(z18.object({ id: z18.int(), name: z18.string() }))
});
async function rolesAndSets(ctx, account_id) {
  await accountOf(ctx, account_id);
  authorize(policy.order_for_others(ctx.actor));
  return {
    employee_roles: await ctx.db.select(roleColumns).from(employeeRoles).where(and23(eq40(employeeRoles.account_id, account_id), isNull15(employeeRoles.deleted_at))).orderBy(asc11(employeeRoles.name)),
    clothing_sets: await ctx.db.select({ id: clothingSets.id, name: clothingSets.name }).from(clothingSets).where(and23(eq40(clothingSets.account_id, account_id), isNull15(clothingSets.deleted_at))).orderBy(asc11(clothingSets.name))
  };
}

// server/accounts/routes.ts
var accountRoutes = new Hono().get(
  "/:id",
  signedIn,
  describe("One\u2019s own client company", ownAccountSchema, "accounts"),
  valid("param", idParam),
  async (c2) => c2.json(await accountOf(reading(c2), c2.req.valid("param").id))
).get(
  "/:id/employee-roles",
  signedIn,
  describe("Its employee roles and clothing sets", rolesAndSetsSchema, "accounts"),
  valid("param", idParam),
  async (c2) => c2.json(await rolesAndSets(reading(c2), c2.req.valid("param").id))
);
var adminAccountRoutes = new Hono().get(
  "/",
  signedIn,
  describe("Client companies to choose from", pageSchema(accountSchema), "accounts"),
  valid("query", accountQuery),
  async (c2) => c2.json(await listAccounts(reading(c2), c2.req.valid("query")))
).get(
  "/:id/employees",
  signedIn,
  describe("A client\u2019s people to choose from", pageSchema(employeeSchema), "accounts"),
  valid("param", idParam),
  valid("query", employeeQuery),
  async (c2) => {
    const ctx = reading(c2);
    authorize(policy.use_office(ctx.actor));
    return c2.json(await employees(ctx, c2.req.valid("query"), c2.req.valid("param").id));
  }
).get(
  "/:id/employee-roles",
  signedIn,
  describe("A client\u2019s employee roles to choose from", pageSchema(roleSchema), "accounts"),
  valid("param", idParam),
  valid("query", roleQuery),
  async (c2) => c2.json(await listEmployeeRoles(reading(c2), c2.req.valid("param").id, c2.req.valid("query")))
);

// server/addresses/routes.ts
import { Hono as Hono2 } from "hono";
import { z as z24 } from "zod";

// server/http/write.ts
import { createHash } from "node:crypto";
import { and as and24, eq as eq41 } from "drizzle-orm";
import { z as z19 } from "zod";
var Replay = class extends Error {
  constructor(status, body) {
    super("replay");
    this.status = status;
    this.body = body;
  }
  status;
  body;
};
var keyOf = (c2) => {
  const key = c2.req.header("Idempotency-Key");
  if (key === void 0) return null;
  if (!z19.uuid().safeParse(key).success) throw invalid({ "Idempotency-Key": messages.idempotency_key_invalid });
  return key.toLowerCase();
};
var requestHash = async (c2) => {
  const multipart = c2.req.header("Content-Type")?.startsWith("multipart/");
  const body = multipart ? c2.req.header("Content-Length") ?? "" : await c2.req.text();
  return createHash("sha256").update(`${c2.req.method} ${new URL(c2.req.url).pathname}${new URL(c2.req.url).search}
${body}`).digest("hex");
};
async function claimKey(db, user_id, key, request_hash, now) {
  const mine = await db.insert(idempotencyKeys).values({ user_id, key, request_hash, status: 200, body: null, created_at: now }).onConflictDoNothing().returning({ key: idempotencyKeys.key });
  if (mine.length) return;
  const [first] = await db.select().from(idempotencyKeys).where(and24(eq41(idempotencyKeys.user_id, user_id), eq41(idempotencyKeys.key, key)));
  if (!first || first.request_hash !== request_hash) throw invalid({ "Idempotency-Key": messages.idempotency_key_reused });
  throw new Replay(first.status, first.body);
}
async function write(c2, command, status = 200) {
  if (c2.req.method === "HEAD") throw new Problem(405, { message: messages.changes_nothing }, { Allow: "GET, POST" });
  const services2 = c2.get("services");
  const key = keyOf(c2);
  if (!key) {
    const result2 = await services2.database.unitOfWork((db) => command(contextOf(c2, db)));
    services2.changed();
    return result2;
  }
  const hash3 = await requestHash(c2);
  const user_id = c2.get("actor").id;
  const mine = and24(eq41(idempotencyKeys.user_id, user_id), eq41(idempotencyKeys.key, key));
  try {
    const result2 = await services2.database.unitOfWork(async (db) => {
      const ctx = contextOf(c2, db);
      await claimKey(db, user_id, key, hash3, ctx.now);
      const answer = await command(ctx);
      await db.update(idempotencyKeys).set({ status: typeof status === "function" ? status(answer) : status, body: answer === void 0 ? null : JSON.stringify(answer) }).where(mine);
      return answer;
    });
    services2.changed();
    return result2;
  } catch (error) {
    if (error instanceof Replay) throw error;
    const problem = problemOf(error, c2);
    const { status: refused2 } = problem;
    if ((refused2 === 409 || refused2 === 422 || refused2 === 403 || refused2 === 404) && !problem.body.errors?.["Idempotency-Key"]) {
      await services2.database.unitOfWork(async (db) => {
        const { now } = contextOf(c2, db);
        await db.insert(idempotencyKeys).values({ user_id, key, request_hash: hash3, status: refused2, body: JSON.stringify(problem.body), created_at: now }).onConflictDoNothing();
      });
    }
    throw problem instanceof Problem ? problem : error;
  }
}

// server/addresses/address-queries.ts
init_address();
import { desc as desc6, eq as eq42 } from "drizzle-orm";
import { z as z20 } from "zod";
var savedAddressSchema = address.extend({ id: z20.int() });
var savedAddressesSchema = z20.object({ items: z20.array(savedAddressSchema) });
async function listAddresses(ctx) {
  const items = await ctx.db.select({
    id: savedAddresses.id,
    address_line_1: savedAddresses.address_line_1,
    address_line_2: savedAddresses.address_line_2,
    address_line_3: savedAddresses.address_line_3,
    address_line_4: savedAddresses.address_line_4,
    address_line_5: savedAddresses.address_line_5,
    postcode: savedAddresses.postcode
  }).from(savedAddresses).where(eq42(savedAddresses.user_id, ctx.actor.id)).orderBy(desc6(savedAddresses.id));
  return { items };
}

// server/addresses/delete-address.ts
import { and as and25, eq as eq43 } from "drizzle-orm";
async function deleteAddress(ctx, id9) {
  const [gone2] = await ctx.db.delete(savedAddresses).where(and25(eq43(savedAddresses.id, id9), eq43(savedAddresses.user_id, ctx.actor.id))).returning();
  const before = found(gone2);
  await audit(ctx, "address.deleted", { type: "user", id: ctx.actor.id }, before);
  return { id: id9, deleted: true };
}

// server/addresses/known-addresses.ts
init_address();
import { and as and27, eq as eq45, sql as sql48 } from "drizzle-orm";
import { isValid, toNormalised } from "postcode";
import { z as z23 } from "zod";

// server/sites/site-queries.ts
init_address();
import { and as and26, asc as asc12, count as count7, desc as desc7, eq as eq44, isNull as isNull16, or as or8, sql as sql47 } from "drizzle-orm";
import { z as z21 } from "zod";
var siteQuery = listQuery({ orderBy: ["name", "reference_1", "id"], default: "name", per_page: 50, cap: limits.page_cap_sites }).extend({
  include: include(["delivery_address", "counts", "users"]),
  account_id: z21.coerce.number().int().positive().optional(),
  skip_empty_sites: queryFlag.optional(),
  /** The spelling of older callers. */
  perPage: z21.coerce.number().int().min(1).optional()
});
var siteSchema = z21.object({
  id: z21.int(),
  account_id: z21.int(),
  name: z21.string(),
  reference_1: z21.string().nullable(),
  reference_2: z21.string().nullable(),
  client_references: z21.string().nullable(),
  cost_centre: z21.string().nullable(),
  contact_name: z21.string().nullable(),
  contact_email: z21.string().nullable(),
  contact_phone: z21.string().nullable(),
  delivery_address: address,
  inverse_po: z21.boolean(),
  inverse_cc: z21.boolean(),
  counts: z21.object({ users_count: z21.int() })
});
function visibleSites(actor) {
  const here = isNull16(sites.deleted_at);
  const nothing7 = sql47`1 = 0`;
  if (actor.role === "super") return here;
  if (actor.account_id === null) return nothing7;
  const own2 = and26(here, eq44(sites.account_id, actor.account_id));
  return (actor.role === "client_admin" ? own2 : and26(own2, among(sites.id, idList(actor.site_ids)))) ?? nothing7;
}
var people = sql47`(select count(*) from ${userSites} join ${users} on ${users.id} = ${userSites.user_id}
  where ${userSites.site_id} = "sites"."id" and ${users.deleted_at} is null)`.mapWith(Number);
async function listSites(ctx, { perPage, ...query }) {
  authorize(policy.see_employees(ctx.actor));
  const paging = { ...query, per_page: perPage ? Math.min(perPage, limits.page_cap_sites) : query.per_page };
  const conditions = [visibleSites(ctx.actor)];
  if (query.account_id) conditions.push(eq44(sites.account_id, query.account_id));
  if (query.skip_empty_sites) conditions.push(sql47`exists (select 1 from ${userSites} where ${userSites.site_id} = ${sites.id})`);
  if (query.search)
    conditions.push(
      or8(contains(sites.name, query.search), contains(sites.reference_1, query.search), contains(sites.client_references, query.search))
    );
  const where = and26(...conditions);
  const way = query.sortedBy === "desc" ? desc7 : asc12;
  const [total3] = await ctx.db.select({ n: count7() }).from(sites).where(where);
  const rows2 = await ctx.db.select({
    id: sites.id,
    account_id: sites.account_id,
    name: sites.name,
    reference_1: sites.reference_1,
    reference_2: sites.reference_2,
    client_references: sites.client_references,
    cost_centre: sites.cost_centre,
    contact_name: sites.contact_name,
    contact_email: sites.contact_email,
    contact_phone: sites.contact_phone,
    delivery_address: sites.delivery_address,
    inverse_po: sites.inverse_po,
    inverse_cc: sites.inverse_cc,
    users_count: people
  }).from(sites).where(where).orderBy(way(sites[query.orderBy]), way(sites.id)).limit(paging.per_page).offset((paging.page - 1) * paging.per_page);
  const items = rows2.map(({ users_count, ...site }) => ({ ...site, counts: { users_count } }));
  return pageOf(items, paging, total3?.n ?? 0);
}

// server/addresses/ideal-postcodes.ts
import { z as z22 } from "zod";
var LONGEST2 = 512 * 1024;
var MOST = 100;
var UNKNOWN = 4040;
var words3 = z22.string().trim().nullish().transform((text5) => text5?.slice(0, 120) || null);
var delivery = z22.object({
  line_1: words3,
  line_2: words3,
  line_3: words3,
  post_town: words3,
  county: words3,
  postcode: z22.string().trim().min(1).max(12)
});
var known = z22.object({ result: z22.array(z22.unknown()) });
var refusal2 = z22.object({ code: z22.int() });
function addressOf(one2) {
  const { line_1, line_2, line_3, county, post_town, postcode } = one2;
  const [first, ...rest] = [line_1, line_2, line_3].filter((line2) => line2 !== null);
  if (first === void 0) return null;
  const second = rest.join(", ").slice(0, 120) || null;
  return { address_line_1: first, address_line_2: second, address_line_3: county, address_line_4: post_town, address_line_5: null, postcode };
}
function idealPostcodes({ key, url, seconds }) {
  return {
    find: async (postcode) => {
      try {
        const response = await fetch(`${url.replace(/\/+$/, "")}/postcodes/${encodeURIComponent(postcode)}?limit=${MOST}`, {
          headers: { Accept: "application/json", Authorization: `api_key="${key}"` },
          // The key goes to the address that was set and nowhere else.
          redirect: "error",
          signal: AbortSignal.timeout(seconds * 1e3)
        });
        return saidBy(response.status, jsonOf(await textOf(response)));
      } catch (error) {
        if (error instanceof Error && error.name === "TimeoutError") return unavailable("it did not answer in time");
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return unavailable(cause instanceof Error ? cause.message : String(cause));
      }
    }
  };
}
var unavailable = (reason) => ({ is: "unavailable", reason });
function saidBy(status, json2) {
  if (status === 404 && refusal2.safeParse(json2).data?.code === UNKNOWN) return { is: "found", addresses: [] };
  if (status !== 200) return unavailable(`it answered ${status}${codeOf(json2)}`);
  const answer = known.safeParse(json2);
  if (!answer.success) return unavailable("its answer cannot be read");
  const addresses = answer.data.result.slice(0, MOST).flatMap((one2) => {
    const read = delivery.safeParse(one2);
    return read.success ? addressOf(read.data) ?? [] : [];
  });
  return { is: "found", addresses };
}
function codeOf(json2) {
  const said = refusal2.safeParse(json2);
  return said.success ? ` (${said.data.code})` : "";
}
function jsonOf(text5) {
  try {
    return JSON.parse(text5);
  } catch {
    return null;
  }
}
async function textOf(response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST2) throw new Error("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

// server/addresses/postcode-provider.ts
function postcodeProvider({ POSTCODE_PROVIDER, POSTCODE_API_KEY, POSTCODE_API_URL, POSTCODE_API_TIMEOUT }) {
  if (POSTCODE_PROVIDER !== "ideal-postcodes" || !POSTCODE_API_KEY) return null;
  return idealPostcodes({ key: POSTCODE_API_KEY, url: POSTCODE_API_URL, seconds: POSTCODE_API_TIMEOUT });
}

// server/addresses/known-addresses.ts
var postcodeQuery = z23.object({ postcode: z23.string().trim().min(1).max(12) });
var postcodeSchema = z23.object({ postcode: z23.string(), items: z23.array(address) });
var bare = (column) => sql48`upper(replace(${column}, ' ', ''))`;
async function knownAt(ctx, key) {
  const atSites = await ctx.db.select({ delivery_address: sites.delivery_address }).from(sites).where(visibleSites(ctx.actor));
  const kept = await ctx.db.select({
    address_line_1: savedAddresses.address_line_1,
    address_line_2: savedAddresses.address_line_2,
    address_line_3: savedAddresses.address_line_3,
    address_line_4: savedAddresses.address_line_4,
    address_line_5: savedAddresses.address_line_5,
    postcode: savedAddresses.postcode
  }).from(savedAddresses).where(and27(eq45(savedAddresses.user_id, ctx.actor.id), eq45(bare(savedAddresses.postcode), key)));
  const here = (one2) => one2.postcode.replace(/\s/g, "").toUpperCase() === key;
  return [...atSites.map(({ delivery_address }) => delivery_address).filter(here), ...kept];
}
async function addressesAt(ctx, asked3) {
  const postcode = isValid(asked3) ? toNormalised(asked3) : null;
  if (!postcode) throw invalid({ postcode: messages.unknown_postcode });
  const known2 = await knownAt(ctx, postcode.replace(/\s/g, ""));
  const found2 = await postcodeProvider(ctx.services.settings)?.find(postcode);
  if (found2?.is === "unavailable") {
    ctx.services.log.warn({ reason: found2.reason }, "addresses could not be looked up");
    if (!known2.length) throw new Problem(503, { message: messages.postcode_unavailable }, { "Retry-After": "30" });
  }
  const all5 = [...known2, ...found2?.is === "found" ? found2.addresses : []];
  return { postcode, items: [...new Map(all5.map((one2) => [addressKey(one2), one2])).values()] };
}

// server/addresses/routes.ts
var addressRoutes = new Hono2().get("/", signedIn, describe("One\u2019s saved addresses", savedAddressesSchema, "addresses"), async (c2) => c2.json(await listAddresses(reading(c2)))).delete(
  "/:id",
  signedIn,
  describe("Forget a saved address", z24.object({ id: z24.int(), deleted: z24.literal(true) }), "addresses"),
  valid("param", idParam),
  async (c2) => c2.json(await write(c2, (ctx) => deleteAddress(ctx, c2.req.valid("param").id)))
);
var postcodeRoutes = new Hono2().get(
  "/",
  signedIn,
  describe("Known addresses at a postcode", postcodeSchema, "addresses"),
  valid("query", postcodeQuery),
  async (c2) => c2.json(await addressesAt(reading(c2), c2.req.valid("query").postcode))
);

// server/allocation/routes.ts
import { Hono as Hono3 } from "hono";
import { z as z30 } from "zod";

// shared/allocation/set-allocation.ts
import { z as z25 } from "zod";
var setAllocation = z25.object({ qty_allocated: z25.int().nonnegative().max(1e5), version: z25.int().optional() });
var remainingOf = (line2) => line2.qty_requested - line2.qty_cancelled - line2.qty_shipped;
function checkSetAllocation(line2, qty_allocated) {
  if (qty_allocated > 0 && !line2.is_size_selected) return refuse("line_unsized", messages.allocation_unsized, "qty_allocated");
  const most3 = remainingOf(line2);
  return qty_allocated <= most3 ? allow : refuse("too_much", messages.allocation_too_much(most3), "qty_allocated");
}

// server/allocation/allocate-all.ts
import { asc as asc13, eq as eq48, sql as sql52 } from "drizzle-orm";
import { z as z27 } from "zod";

// shared/allocation/allocate-in-turn.ts
function allocateInTurn(lines2, free) {
  const left2 = new Map(free);
  const added = /* @__PURE__ */ new Map();
  for (const line2 of [...lines2].sort((a, b) => a.id - b.id)) {
    if (!line2.is_size_selected) continue;
    const there = left2.get(line2.product_id) ?? 0;
    const qty = Math.min(remainingOf(line2) - line2.qty_allocated, there);
    if (qty <= 0) continue;
    added.set(line2.id, qty);
    left2.set(line2.product_id, there - qty);
  }
  return added;
}

// shared/allocation/moment.ts
function checkSubmitted(order) {
  if (order.cancelled_at) return refuse("order_cancelled", messages.order_cancelled);
  return order.submitted_at ? allow : refuse("order_not_submitted", messages.order_not_submitted);
}
var checkLive = (order) => all(checkSubmitted(order), order.is_frozen ? refuse("order_frozen", messages.order_frozen) : allow);
var isPicked = (round) => round === "picked" || round === "booked" || round === "awaiting_courier";
var checkNoRound = (order) => order.round ? refuse("order_in_round", messages.order_in_round) : allow;
var checkNotShipped = (order) => order.qty_remaining > 0 ? allow : refuse("order_shipped", messages.order_shipped);
var checkHold = (order) => all(checkSubmitted(order), checkNotShipped(order));
var checkAllocate = (order) => all(checkLive(order), checkNoRound(order), checkNotShipped(order));
function checkStartRound(order) {
  const now = checkAllocate(order);
  if (!now.ok) return now;
  return order.qty_allocated > 0 ? allow : refuse("nothing_allocated", messages.nothing_allocated, "lines");
}
function checkCallBack(order) {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (isPicked(order.round)) return refuse("order_picked", messages.order_picked);
  return order.round ? allow : refuse("pick_closed", messages.not_in_round);
}
function checkUnallocate(order) {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (isPicked(order.round)) return refuse("order_picked", messages.order_picked);
  if (order.qty_picked > 0) return refuse("order_picked", messages.pieces_picked);
  return order.qty_allocated > 0 ? allow : refuse("not_allocated", messages.nothing_allocated);
}
function checkReopen(order) {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (order.round === "awaiting_courier") return refuse("already_dispatched", messages.already_dispatched);
  return isPicked(order.round) ? allow : refuse("not_picked", messages.not_picked);
}

// server/allocation/fulfilment-queries.ts
import { and as and28, eq as eq47, isNull as isNull17, notInArray as notInArray6, sql as sql51 } from "drizzle-orm";
import { z as z26 } from "zod";

// shared/allocation/is-pickable.ts
var pickables = ["full", "partial", "none", "fully_shipped", "pending_po"];
function isPickable({ qty_wanted, qty_allocated, qty_shipped }, is_covered) {
  const remaining = qty_wanted - qty_shipped;
  if (remaining <= 0 && qty_shipped > 0) return "fully_shipped";
  if (qty_allocated > 0) return qty_allocated >= remaining ? "full" : "partial";
  return remaining > 0 && is_covered ? "pending_po" : "none";
}

// server/picking/qty-picked.ts
import { eq as eq46, sql as sql49 } from "drizzle-orm";
var pickedOfRound = prepared(
  "qty_picked_of_round",
  (db) => db.select({ qty: sql49`coalesce(sum(${pickLines.qty_picked}), 0)`.mapWith(Number) }).from(pickLines).where(eq46(pickLines.pick_id, sql49.placeholder("pick_id")))
);
async function qtyPicked(ctx, pick_id) {
  if (pick_id === null) return 0;
  const [picked3] = await pickedOfRound(ctx.db, { pick_id });
  return picked3?.qty ?? 0;
}

// server/allocation/pickable-queries.ts
import { sql as sql50 } from "drizzle-orm";
var missing = sql50`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;
var sku = sql50`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`;
var coverOfOrders = prepared("cover_of_orders", (db) => {
  const needs = db.$with("needs").as(
    db.select({
      order_id: orderLines.order_id,
      product_id: sql50`${sku}`.as("product_id"),
      qty_missing: sql50`${missing}`.as("qty_missing")
    }).from(orderLines).where(among(orderLines.order_id, sql50.placeholder("ids"))).groupBy(orderLines.order_id, sku).having(sql50`${missing} > 0`)
  );
  return db.with(needs).select({
    order_id: needs.order_id,
    uncovered: sql50`sum(case when ${onOrder(sql50`needs.product_id`)} < ${needs.qty_missing} then 1 else 0 end)`.mapWith(Number)
  }).from(needs).groupBy(needs.order_id);
});
async function coveredByPurchase(db, order_ids) {
  if (!order_ids.length) return /* @__PURE__ */ new Set();
  const cover = await coverOfOrders(db, { ids: idList(order_ids) });
  return new Set(cover.filter(({ uncovered }) => uncovered === 0).map(({ order_id }) => order_id));
}
async function pickableOf(db, orders2) {
  const bare2 = orders2.filter(({ qty_allocated, qty_wanted, qty_shipped }) => qty_allocated === 0 && qty_wanted > qty_shipped);
  const covered = await coveredByPurchase(
    db,
    bare2.map(({ id: id9 }) => id9)
  );
  return new Map(orders2.map((order) => [order.id, isPickable(order, covered.has(order.id))]));
}

// server/allocation/fulfilment-queries.ts
var fulfilment = z26.object({
  id: z26.int(),
  uuid: z26.string(),
  order_number: z26.string(),
  version: z26.int(),
  pick_id: z26.int().nullable().describe("The open round"),
  progress_summary: z26.looseObject({ status: z26.object({ status_name: z26.enum(statusNames) }) }),
  is_pickable: z26.enum(pickables),
  is_frozen: z26.boolean(),
  frozen_reason: z26.string().nullable(),
  qty_total_items: z26.int(),
  qty_items_allocated: z26.int(),
  can: z26.object({
    allocate: z26.boolean(),
    start_pick: z26.boolean(),
    unallocate: z26.boolean(),
    send_back: z26.boolean(),
    reopen: z26.boolean(),
    hold: z26.boolean()
  })
});
var headOfOrder = prepared(
  "fulfilment_head",
  (db) => db.select({
    id: orders.id,
    uuid: orders.uuid,
    version: orders.version,
    is_frozen: orders.is_frozen,
    frozen_reason: orders.frozen_reason,
    pick_id: picks.id
  }).from(orders).leftJoin(picks, and28(eq47(picks.order_id, orders.id), notInArray6(picks.state, ["shipped", "closed"]))).where(and28(eq47(orders.id, sql51.placeholder("id")), isNull17(orders.deleted_at)))
);
async function fulfilmentOf(ctx, order_id) {
  const head = found((await headOfOrder(ctx.db, { id: order_id }))[0]);
  const facts = found((await orderFacts(ctx.db, [order_id]))[0]);
  const moment = {
    ...facts,
    is_frozen: head.is_frozen,
    qty_remaining: facts.qty_wanted - facts.qty_shipped,
    qty_picked: await qtyPicked(ctx, head.pick_id)
  };
  const office = policy.allocate(ctx.actor);
  return {
    ...head,
    order_number: orderNumber(order_id),
    progress_summary: progressSummary(facts),
    is_pickable: (await pickableOf(ctx.db, [facts])).get(order_id) ?? "none",
    qty_total_items: facts.qty_wanted,
    qty_items_allocated: facts.qty_allocated,
    can: {
      allocate: office && checkAllocate(moment).ok,
      start_pick: office && checkStartRound(moment).ok,
      unallocate: office && checkUnallocate(moment).ok,
      send_back: office && checkCallBack(moment).ok,
      reopen: office && checkReopen(moment).ok,
      hold: policy.hold_order(ctx.actor) && (head.is_frozen || checkHold(moment).ok)
    }
  };
}

// server/allocation/allocate-all.ts
var allocatedLine = z27.object({
  id: z27.int(),
  qty_allocated: z27.int(),
  qty_added: z27.int(),
  qty_missing: z27.int().describe("Still without stock"),
  on_order: z27.int().describe("Of its SKU, on open purchase orders"),
  qty_in_question: z27.int().describe("Of its SKU, left out because a picker did not find them")
});
var allocatedOrder = fulfilment.extend({ lines: z27.array(allocatedLine) });
var askingLines = prepared(
  "asking_lines",
  (db) => db.select({
    id: orderLines.id,
    product_id: pickedSku,
    qty_requested: orderLines.qty_requested,
    qty_cancelled: orderLines.qty_cancelled,
    qty_allocated: orderLines.qty_allocated,
    qty_shipped: orderLines.qty_shipped,
    is_size_selected: orderLines.is_size_selected,
    on_order: onOrder(pickedSku),
    qty_in_question: inQuestion(pickedSku)
  }).from(orderLines).where(eq48(orderLines.order_id, sql52.placeholder("order_id"))).orderBy(asc13(orderLines.id))
);
async function allocateAll(ctx, uuid) {
  authorize(policy.allocate(ctx.actor));
  const { order, levels } = await lockOrderWithStock(ctx, uuid);
  enforce(checkAllocate(await momentOf(ctx, order)));
  const lines2 = await askingLines(ctx.db, { order_id: order.id });
  const free = /* @__PURE__ */ new Map();
  for (const { product_id, qty_in_question } of lines2) {
    const level = levels.get(product_id);
    free.set(product_id, Math.max(0, level ? level.qty_available - level.qty_allocated - qty_in_question : 0));
  }
  const added = allocateInTurn(lines2, free);
  const given2 = lines2.flatMap(({ id: id9, product_id }) => {
    const qty = added.get(id9);
    return qty ? [{ order_line_id: id9, product_id, qty }] : [];
  });
  await reserve(ctx, given2);
  await changeAllocation(
    ctx,
    given2.map(({ order_line_id, qty }) => ({ order_line_id, by: qty }))
  );
  if (given2.length) await audit(ctx, "allocation.all", { type: "order", id: order.id }, null, given2);
  return {
    ...await fulfilmentOf(ctx, order.id),
    lines: lines2.map((line2) => {
      const qty_added = added.get(line2.id) ?? 0;
      const qty_allocated = line2.qty_allocated + qty_added;
      const { id: id9, on_order, qty_in_question } = line2;
      return { id: id9, qty_allocated, qty_added, qty_missing: remainingOf(line2) - qty_allocated, on_order, qty_in_question };
    })
  };
}

// server/ordering/find-order.ts
import { and as and29, asc as asc14, eq as eq49, inArray as inArray11, sql as sql53 } from "drizzle-orm";
var byUuid = preparedWithin(
  "find_order",
  (db, visible) => db.select().from(orders).where(and29(eq49(orders.uuid, sql53.placeholder("key")), visible.orders))
);
var byUuidHeld = preparedWithin(
  "hold_order",
  (db, visible) => locked(
    db.select().from(orders).where(and29(eq49(orders.uuid, sql53.placeholder("key")), visible.orders))
  )
);
var byId3 = preparedWithin(
  "find_order_by_id",
  (db, visible) => db.select().from(orders).where(and29(eq49(orders.id, sql53.placeholder("key")), visible.orders))
);
var byIdHeld = preparedWithin(
  "hold_order_by_id",
  (db, visible) => locked(
    db.select().from(orders).where(and29(eq49(orders.id, sql53.placeholder("key")), visible.orders))
  )
);
async function findOrder(ctx, key, { lock = false } = {}) {
  const query = typeof key === "number" ? lock ? byIdHeld : byId3 : lock ? byUuidHeld : byUuid;
  const [order] = await query(ctx.db, ctx.actor, { key });
  return found(order);
}

// server/picking/open-pick.ts
import { sql as sql54 } from "drizzle-orm";
async function openPick(ctx, order_id) {
  const [pick] = await ctx.db.insert(picks).values({ order_id, released_at: ctx.now }).returning({ id: picks.id });
  const { id: id9 } = found(pick);
  await run(
    ctx.db,
    sql54`insert into pick_lines (pick_id, order_line_id, product_id, qty_allocated)
      select cast(${id9} as bigint), id, coalesce(picked_product_id, product_id), qty_allocated from order_lines
      where order_id = ${order_id} and qty_allocated > 0 order by id`
  );
  return id9;
}

// server/allocation/release-to-picking.ts
async function releaseToPicking(ctx, uuid) {
  authorize(policy.allocate(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  enforce(checkStartRound(await momentOf(ctx, order)));
  const pick_id = await openPick(ctx, order.id);
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, "pick.released", { type: "order", id: order.id }, null, { pick_id });
  return fulfilmentOf(ctx, order.id);
}

// server/allocation/reopen.ts
import { z as z28 } from "zod";
var reopenBody = z28.object({ reason: z28.string().trim().min(1).max(500) });
async function reopen(ctx, uuid, { reason }) {
  authorize(policy.allocate(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  const moment = await momentOf(ctx, order);
  enforce(checkReopen(moment));
  if (moment.pick_id !== null) await closePick(ctx, moment.pick_id, "reopened");
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.reopened", { type: "order", id: order.id }, { round: moment.round }, { reason });
  return fulfilmentOf(ctx, order.id);
}

// server/allocation/set-allocation.ts
import { and as and30, eq as eq50, isNull as isNull18, notInArray as notInArray7, sql as sql55 } from "drizzle-orm";
import { z as z29 } from "zod";
var allocatedLine2 = z29.object({
  id: z29.int(),
  product_id: z29.int().describe("The SKU that is picked"),
  qty_requested: z29.int(),
  qty_cancelled: z29.int(),
  qty_allocated: z29.int(),
  qty_shipped: z29.int(),
  remaining_to_ship: z29.int(),
  qty_free: z29.int().describe("Still free of the SKU"),
  version: z29.int()
});
var lineOfOrder = prepared(
  "allocation_line_of_order",
  (db) => db.select({ id: orderLines.id, order_id: orderLines.order_id, product_id: pickedSku }).from(orderLines).innerJoin(orders, eq50(orders.id, orderLines.order_id)).where(and30(eq50(orderLines.id, sql55.placeholder("line_id")), eq50(orders.uuid, sql55.placeholder("uuid")), isNull18(orders.deleted_at)))
);
var lineFacts2 = prepared(
  "allocation_line_facts",
  (db) => db.select({
    product_id: pickedSku,
    qty_requested: orderLines.qty_requested,
    qty_cancelled: orderLines.qty_cancelled,
    qty_allocated: orderLines.qty_allocated,
    qty_shipped: orderLines.qty_shipped,
    is_size_selected: orderLines.is_size_selected,
    version: orderLines.version,
    round: sql55`(select ${picks.state} from ${picks} where ${and30(eq50(picks.order_id, orderLines.order_id), notInArray7(picks.state, ["shipped", "closed"]))})`
  }).from(orderLines).where(eq50(orderLines.id, sql55.placeholder("id")))
);
var setLine = prepared(
  "set_line_allocation",
  (db) => db.update(orderLines).set({ qty_allocated: sql55`${orderLines.qty_allocated} + ${sql55.placeholder("by")}`, version: sql55`${orderLines.version} + 1` }).where(eq50(orderLines.id, sql55.placeholder("id"))).returning({ qty_allocated: orderLines.qty_allocated, version: orderLines.version })
);
async function setAllocation2(ctx, uuid, line_id, { qty_allocated, version: version3 }) {
  authorize(policy.allocate(ctx.actor));
  const { order_id, product_id } = found((await lineOfOrder(ctx.db, { uuid, line_id }))[0]);
  const levels = await lockLevels(ctx, [product_id]);
  const order = await lockOrder(ctx, order_id);
  const line2 = found((await lineFacts2(ctx.db, { id: line_id }))[0]);
  enforce(checkAllocate({ ...order, round: line2.round, qty_remaining: Math.max(1, remainingOf(line2)), qty_allocated: line2.qty_allocated }));
  enforce(checkSetAllocation(line2, qty_allocated));
  enforceVersion(version3, line2.version, { id: line_id, ...line2 });
  const by2 = qty_allocated - line2.qty_allocated;
  const level = levels.get(line2.product_id);
  const qty_free = level ? level.qty_available - level.qty_allocated : 0;
  if (by2 > qty_free) throw conflict("insufficient_stock", messages.insufficient_stock(qty_free), { qty_free, qty_allocated: line2.qty_allocated });
  const [now = level] = await reserve(ctx, [{ product_id: line2.product_id, qty: by2 }]);
  const changed = found((await setLine(ctx.db, { id: line_id, by: by2 }))[0]);
  await audit(ctx, "allocation.set", { type: "order", id: order_id }, { line_id, qty_allocated: line2.qty_allocated }, { line_id, qty_allocated });
  const { qty_requested, qty_cancelled, qty_shipped } = line2;
  return {
    id: line_id,
    product_id: line2.product_id,
    qty_requested,
    qty_cancelled,
    qty_shipped,
    remaining_to_ship: remainingOf(line2),
    qty_free: now ? now.qty_available - now.qty_allocated : 0,
    ...changed
  };
}

// server/allocation/routes.ts
var lineParam = uuidParam.extend({ lineId: z30.coerce.number().int().positive() });
var allocateAllDescription = describe("Give every line as much as is free", allocatedOrder, "allocation");
var releaseDescription = describe("Release an order to picking", fulfilment, "allocation");
var allocationRoutes = new Hono3().put(
  "/:uuid/lines/:lineId/allocation",
  signedIn,
  describe("Set how many pieces a line holds", allocatedLine2, "allocation"),
  valid("param", lineParam),
  valid("json", setAllocation),
  async (c2) => {
    const { uuid, lineId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => setAllocation2(ctx, uuid, lineId, c2.req.valid("json"))));
  }
).post(
  "/:uuid/allocate-all",
  signedIn,
  allocateAllDescription,
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => allocateAll(ctx, c2.req.valid("param").uuid)))
).get(
  "/:uuid/allocate-all",
  signedIn,
  allocateAllDescription,
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => allocateAll(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/allocate",
  signedIn,
  releaseDescription,
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => releaseToPicking(ctx, c2.req.valid("param").uuid)))
).get(
  "/:uuid/allocate",
  signedIn,
  releaseDescription,
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => releaseToPicking(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/reopen",
  signedIn,
  describe("Take a picked order back to allocation", fulfilment, "allocation"),
  valid("param", uuidParam),
  valid("json", reopenBody),
  async (c2) => c2.json(await write(c2, (ctx) => reopen(ctx, c2.req.valid("param").uuid, c2.req.valid("json"))))
);

// server/attention/routes.ts
import { Hono as Hono4 } from "hono";
import { z as z32 } from "zod";
init_wire();

// server/sync/push.ts
import { and as and31, eq as eq52, isNull as isNull19, sql as sql57 } from "drizzle-orm";

// server/sync/canonical.ts
import { createHash as createHash2 } from "node:crypto";
var sorted = (value2) => {
  if (Array.isArray(value2)) return value2.map(sorted);
  if (typeof value2 !== "object" || value2 === null) return value2;
  return Object.fromEntries(
    Object.entries(value2).sort(([a], [b]) => a < b ? -1 : 1).map(([key, held3]) => [key, sorted(held3)])
  );
};
var contentHash = (value2) => createHash2("sha256").update(JSON.stringify(sorted(value2))).digest("hex");

// server/sync/legible.ts
var DEEPEST = 20;
var LONGEST3 = 2e5;
var KEPT = 1e3;
var LARGEST2 = 2 ** 31 - 1;
function legible(sent) {
  let isWhole = true;
  const text5 = (value2) => {
    if (isKept2(value2) && value2.length <= LONGEST3) return value2;
    isWhole = false;
    return keptText(value2.length > LONGEST3 ? value2.slice(0, KEPT) : value2);
  };
  const number4 = (value2) => {
    if (value2 <= LARGEST2) return value2;
    isWhole = false;
    return LARGEST2;
  };
  const keep = (value2, depth) => {
    if (typeof value2 === "string") return text5(value2);
    if (typeof value2 !== "object" || value2 === null) return value2;
    if (depth > DEEPEST) {
      isWhole = false;
      return null;
    }
    if (Array.isArray(value2)) return value2.map((part) => keep(part, depth + 1));
    return Object.fromEntries(Object.entries(value2).map(([key, part]) => [text5(key), keep(part, depth + 1)]));
  };
  const mutation = {
    ...sent,
    n: text5(sent.n),
    nv: number4(sent.nv),
    a: keep(sent.a, 0),
    base: keep(sent.base, 0),
    at: text5(sent.at),
    actor_id: number4(sent.actor_id)
  };
  return { mutation, isWhole };
}

// server/sync/order-of.ts
import { asc as asc15, eq as eq51, sql as sql56 } from "drizzle-orm";
var ofPick4 = prepared(
  "sync_order_of_pick",
  (db) => db.select({ order_id: picks.order_id }).from(picks).where(eq51(picks.id, sql56.placeholder("id")))
);
var ofDispatch = prepared(
  "sync_order_of_dispatch",
  (db) => db.select({ order_id: dispatchOrders.order_id }).from(dispatchOrders).where(eq51(dispatchOrders.dispatch_id, sql56.placeholder("id"))).orderBy(asc15(dispatchOrders.order_id)).limit(1)
);
var ofPickLine = prepared(
  "sync_order_of_pick_line",
  (db) => db.select({ order_id: picks.order_id }).from(pickLines).innerJoin(picks, eq51(picks.id, pickLines.pick_id)).where(eq51(pickLines.id, sql56.placeholder("id")))
);
var ofUuid = prepared(
  "sync_order_of_uuid",
  (db) => db.select({ order_id: orders.id }).from(orders).where(eq51(orders.uuid, sql56.placeholder("uuid")))
);
async function orderOf2(db, n, a) {
  const [named7] = await find(db, n, a);
  return named7?.order_id ?? null;
}
async function find(db, n, a) {
  if ("pick_id" in a) return ofPick4(db, { id: a.pick_id });
  if ("dispatch_id" in a) return ofDispatch(db, { id: a.dispatch_id });
  if ("orders" in a) return ofUuid(db, { uuid: a.orders[0]?.uuid ?? "" });
  if ("dispatch_ids" in a) return ofDispatch(db, { id: a.dispatch_ids[0] ?? 0 });
  if (n !== "stock.request_count" || !("pick_line_id" in a) || a.pick_line_id === null) return [];
  return ofPickLine(db, { id: a.pick_line_id });
}

// server/sync/push.ts
var GIVE_UP_AFTER = 3;
var Halted = class extends Error {
  constructor(halt2) {
    super(halt2.why);
    this.halt = halt2;
  }
  halt;
};
async function takeMutation(ctx, device2, sent) {
  const { database, log } = ctx.services;
  const { mutation, isWhole } = legible(sent);
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.unitOfWork((db) => take({ ...ctx, db }, device2, mutation, isWhole));
    } catch (error) {
      if (error instanceof Halted) throw error;
      if (isDuplicate(error) && attempt === 1) continue;
      if (isSerializationFault(error) || isUnavailable(error)) throw new Halted({ why: "retry" });
      log.error({ err: error, m: mutation.m, n: mutation.n, request_id: ctx.request_id }, "a mutation failed");
      const attempts = await noteFailure(ctx, mutation, error);
      if (attempts < GIVE_UP_AFTER) throw new Halted({ why: "retry" });
      return await database.unitOfWork((db) => giveUp({ ...ctx, db }, device2, mutation));
    }
  }
}
var startClient = prepared(
  "sync_start_client",
  (db) => db.insert(syncClients).values({
    c: sql57.placeholder("c"),
    device: sql57.placeholder("device"),
    lm: 0,
    created_at: sql57.placeholder("now"),
    last_at: sql57.placeholder("now")
  }).onConflictDoNothing()
);
var advanceClient = prepared(
  "sync_advance_client",
  (db) => db.update(syncClients).set({ lm: sql57`${sql57.placeholder("s")}`, last_m: sql57`${sql57.placeholder("m")}`, last_at: sql57`${sql57.placeholder("now")}` }).where(
    and31(eq52(syncClients.c, sql57.placeholder("c")), eq52(syncClients.device, sql57.placeholder("device")), eq52(syncClients.lm, sql57.placeholder("before")))
  ).returning({ lm: syncClients.lm })
);
var clientOf = prepared(
  "sync_client",
  (db) => db.select({ device: syncClients.device, lm: syncClients.lm }).from(syncClients).where(eq52(syncClients.c, sql57.placeholder("c")))
);
var storedOutcome = prepared(
  "sync_stored_outcome",
  (db) => db.select({
    outcome: syncOutcomes.outcome,
    code: syncOutcomes.code,
    server: syncOutcomes.server,
    payload_hash: syncOutcomes.payload_hash,
    device: syncOutcomes.device
  }).from(syncOutcomes).where(eq52(syncOutcomes.m, sql57.placeholder("m")))
);
var hashOf = ({ n, nv, a, actor_id }) => contentHash({ n, nv, a, actor_id });
async function take(ctx, device2, mutation, isWhole) {
  const { c: c2, s, m } = mutation;
  await startClient(ctx.db, { c: c2, device: device2, now: ctx.now });
  const [moved] = await advanceClient(ctx.db, { c: c2, device: device2, s, m, before: s - 1, now: ctx.now });
  const [before] = await storedOutcome(ctx.db, { m });
  if (!moved) {
    const [client] = await clientOf(ctx.db, { c: c2 });
    if (client?.device !== device2) throw new Halted({ why: "auth" });
    if (s > client.lm) throw new Halted({ why: "gap", expect: client.lm + 1 });
    if (!before) throw new Halted({ why: "fork", expect: client.lm + 1 });
  }
  if (before) {
    const isSame2 = before.device === device2 && before.payload_hash === hashOf(mutation);
    if (!isSame2) {
      if (moved) await keepReused(ctx, device2, mutation);
      return { m, s, ...refused("M_REUSED"), server: null };
    }
    return { m, s, outcome: before.outcome, code: before.code, server: before.server };
  }
  const { n, nv } = mutation;
  const a = isMutationName(n) ? upcast(n, nv, mutation.a, ctx.now) : null;
  if (!isMutationName(n) || !a) throw new Halted({ why: "upgrade" });
  const done = isWhole ? await judge(ctx, device2, n, { ...mutation, a }) : { ...refused("INVALID"), server: { message: messages.unkept_character } };
  await keepOutcome(ctx, device2, mutation, done);
  return { m, s, outcome: done.outcome, code: done.code, server: done.server ?? null };
}
async function keepReused(ctx, device2, mutation) {
  const hash3 = contentHash([mutation.m, device2, hashOf(mutation)]);
  const m = `${hash3.slice(0, 8)}-${hash3.slice(8, 12)}-8${hash3.slice(13, 16)}-8${hash3.slice(17, 20)}-${hash3.slice(20, 32)}`;
  if ((await storedOutcome(ctx.db, { m })).length === 0) await keepOutcome(ctx, device2, { ...mutation, m }, refused("M_REUSED"));
}
async function judge(ctx, device2, n, mutation) {
  const acting = await actorOf(ctx, device2, mutation.actor_id);
  if (typeof acting === "string") return { ...refused(acting), order_id: await orderNamedBy(ctx.db, mutation) };
  return carryOut({ ...ctx, actor: acting }, n, mutation.a, sentOf(mutation, device2));
}
async function orderNamedBy(db, { n, a }) {
  const args = isMutationName(n) ? mutations[n].args.safeParse(a) : null;
  return isMutationName(n) && args?.success ? orderOf2(db, n, args.data) : null;
}
async function carryOut(ctx, n, a, sent) {
  const args = mutations[n].args.safeParse(a);
  if (!args.success) return { ...refused("INVALID"), server: { errors: fieldErrors(args.error.issues) } };
  const order_id = await orderOf2(ctx.db, n, args.data);
  const done = await act(ctx, n, args.data, sent);
  return { order_id, ...done, root_m: done.root_m ?? await rootOf(ctx, sent, done, order_id) };
}
async function act(ctx, n, a, sent) {
  try {
    return await savepoint(ctx.db, () => acts[n](ctx, a, sent, carryOut));
  } catch (error) {
    if (error instanceof Refusal) return error.done;
    if (error instanceof Problem) return outcomeOfProblem(error);
    if (isConstraintFault(error) || isValueFault(error)) return refused("INVALID");
    throw error;
  }
}
function outcomeOfProblem({ status, body, refusal: refusal3 }) {
  const server = {
    message: refusal3?.message ?? body.message,
    ...body.errors && { errors: body.errors },
    ...body.current !== void 0 && { current: body.current }
  };
  if (refusal3) return { ...outcomeOfRefusal(refusal3), server };
  if (status === 409) return { ...outcomeOfRefusal({ code: body.code ?? "" }), server };
  return { ...refused(status === 403 ? "NOT_ALLOWED" : "INVALID"), server };
}
var followingCodes = /* @__PURE__ */ new Set(["NOT_PICKER", "NOT_PICKING", "NOT_READY", "DIGEST"]);
var openRoots = prepared(
  "sync_open_roots",
  (db) => db.select({ m: syncOutcomes.m, code: syncOutcomes.code }).from(syncOutcomes).where(
    and31(
      eq52(syncOutcomes.device, sql57.placeholder("device")),
      eq52(syncOutcomes.order_id, sql57.placeholder("order_id")),
      sql57`${syncOutcomes.outcome} in ('conflict', 'rejected')`,
      isNull19(syncOutcomes.resolved_at),
      isNull19(syncOutcomes.root_m),
      sql57`${syncOutcomes.m} <> ${sql57.placeholder("m")}`
    )
  ).orderBy(syncOutcomes.at, syncOutcomes.s)
);
async function rootOf({ db }, { m, device: device2, base: base2 }, done, order_id) {
  if (done.code === "AFTER") return refusedRoot(db, base2);
  const isOfRoundThatIsOver = isOver(done.code);
  if (order_id === null || !(isOfRoundThatIsOver || followingCodes.has(done.code ?? ""))) return null;
  const roots = await openRoots(db, { m, device: device2, order_id });
  return roots.find(({ code }) => !isOfRoundThatIsOver || isOver(code))?.m ?? null;
}
var insertOutcome = prepared(
  "sync_insert_outcome",
  (db) => db.insert(syncOutcomes).values({
    m: sql57.placeholder("m"),
    c: sql57.placeholder("c"),
    s: sql57.placeholder("s"),
    device: sql57.placeholder("device"),
    actor_id: sql57.placeholder("actor_id"),
    bearer_id: sql57.placeholder("bearer_id"),
    n: sql57.placeholder("n"),
    nv: sql57.placeholder("nv"),
    payload: sql57.placeholder("payload"),
    payload_hash: sql57.placeholder("payload_hash"),
    outcome: sql57.placeholder("outcome"),
    code: sql57.placeholder("code"),
    server: sql57.placeholder("server"),
    fact_version: sql57.placeholder("fact_version"),
    order_id: sql57.placeholder("order_id"),
    root_m: sql57.placeholder("root_m"),
    at: sql57.placeholder("at")
  })
);
async function keepOutcome(ctx, device2, mutation, done) {
  const { c: c2, s, m, n, nv, actor_id } = mutation;
  await insertOutcome(ctx.db, {
    m,
    c: c2,
    s,
    device: device2,
    actor_id,
    bearer_id: ctx.actor.id,
    n,
    nv,
    payload: mutation,
    payload_hash: hashOf(mutation),
    outcome: done.outcome,
    code: done.code,
    server: done.server ?? null,
    fact_version: done.fact_version ?? null,
    order_id: done.order_id ?? null,
    root_m: done.root_m ?? null,
    at: ctx.now
  });
}
async function noteFailure(ctx, { m }, error) {
  try {
    const [noted] = await ctx.services.database.unitOfWork(
      (db) => db.insert(syncFailures).values({ m, error: String(error), attempts: 1, at: ctx.now }).onConflictDoUpdate({ target: syncFailures.m, set: { attempts: sql57`${syncFailures.attempts} + 1`, error: String(error), at: ctx.now } }).returning({ attempts: syncFailures.attempts })
    );
    return noted?.attempts ?? 1;
  } catch {
    return 1;
  }
}
async function giveUp(ctx, device2, mutation) {
  const { c: c2, s, m } = mutation;
  await startClient(ctx.db, { c: c2, device: device2, now: ctx.now });
  const [moved] = await advanceClient(ctx.db, { c: c2, device: device2, s, m, before: s - 1, now: ctx.now });
  if (!moved) throw new Halted({ why: "retry" });
  const order_id = await orderNamedBy(ctx.db, mutation);
  await keepOutcome(ctx, device2, mutation, { ...refused("INTERNAL"), order_id });
  return { m, s, ...refused("INTERNAL"), server: null };
}

// server/attention/attention-queries.ts
import { aliasedTable, eq as eq54, inArray as inArray13, sql as sql58 } from "drizzle-orm";
import { z as z31 } from "zod";

// shared/sync/refusal-words.ts
var garmentWords = (garment2) => [garment2.product_name, garment2.variation_colour, garment2.size].filter(Boolean).join(", ") || garment2.sku || "another product";

// server/attention/attention-queries.ts
init_wire();

// server/attention/names-queries.ts
import { eq as eq53, inArray as inArray12 } from "drizzle-orm";

// shared/sync/in-words.ts
var onPick = (text5) => (names, { pick_id }) => ({ text: text5, order_number: names.orderOfPick(pick_id), is_of_order: true });
var chosen = {
  theirs: "Chose to keep theirs",
  mine: "Chose to use ours",
  recount: "Chose to count again",
  dismiss: "Took note of a refusal"
};
var words4 = {
  "pick.start": onPick("Started the pick"),
  "pick.pause": onPick("Paused the pick"),
  "pick.resume": onPick("Resumed the pick"),
  "pick.handover": onPick("Handed over the pick"),
  "pick.complete": onPick("Completed the pick"),
  "pick.send_back": onPick("Sent back the pick"),
  "pick.assign_tote": (names, { pick_id, tote: tote2 }) => ({
    text: tote2 ? `Put the pick in tote ${tote2}` : "Took the pick out of its tote",
    order_number: names.orderOfPick(pick_id)
  }),
  "pick.record_line": (names, a) => {
    const line2 = names.line(a.pick_line_id);
    const why = a.code ? `, ${(names.reason(a.code) ?? a.code).toLowerCase()}` : "";
    return {
      text: `Picked ${a.qty_picked}${line2 ? ` of ${line2.qty_allocated}` : ""} ${line2?.garment ?? names.product(a.product_id) ?? "a line"}${why}`,
      order_number: names.orderOfPick(a.pick_id)
    };
  },
  "prep.tick_line": (names, a) => {
    const line2 = names.line(a.pick_line_id);
    const what = `${line2?.decoration ?? "the decoration"} on ${line2 ? `${line2.qty_picked} \xD7 ${line2.garment}` : "a line"}`;
    return { text: a.ticked ? `Ticked ${what}` : `Took back the tick of ${what}`, order_number: names.orderOfPick(a.pick_id) };
  },
  "prep.complete": onPick("Finished the prep"),
  "dispatch.request": (names, { orders: orders2 }) => {
    const numbers2 = orders2.map(({ uuid }) => names.orderByUuid(uuid)).filter((number4) => number4 !== null);
    const [only2] = orders2.length === 1 ? numbers2 : [];
    if (only2) return { text: "Requested the dispatch", order_number: only2, is_of_order: true };
    return { text: `Requested the dispatch of ${orders2.length} orders: ${numbers2.join(", ")}`, order_number: null };
  },
  "dispatch.edit": (names, { dispatch_id }) => ({ text: `Changed dispatch ${names.dispatch(dispatch_id) ?? dispatch_id}`, order_number: null }),
  "dispatch.set_tracking": (names, a) => ({
    text: `Tracking number ${a.tracking_number} for dispatch ${names.dispatch(a.dispatch_id) ?? a.dispatch_id}`,
    order_number: null
  }),
  "stock.request_count": (names, { product_id, qty }) => {
    const product2 = names.product(product_id) ?? "a product";
    return { text: qty === null ? `Asked for a count of ${product2}` : `Counted ${qty} ${product2}`, order_number: null };
  },
  "print.request": (names, a) => {
    if (a.what === "bag_label")
      return { text: `Print the bag label for ${names.wearer(a.employee_id) ?? "a wearer"}`, order_number: names.orderOfPick(a.pick_id) };
    if (a.what === "picking_list") return { text: "Print the picking list", order_number: names.orderOfPick(a.pick_id), is_of_order: true };
    return { text: `Print the labels of ${a.dispatch_ids.length === 1 ? "a dispatch" : `${a.dispatch_ids.length} dispatches`}`, order_number: null };
  },
  "outcome.resolve": (names, { m, choice }) => {
    const id9 = shelfTaskOfName(m);
    if (id9 === null) return { text: chosen[choice], order_number: null };
    const task = names.shelfTask(id9);
    return { text: `Put ${task ? `${task.qty} \xD7 ${task.garment}` : "pieces"} back on the shelf`, order_number: task?.order_number ?? null };
  }
};
var inWords = (names, n, a) => words4[n](names, a);
var plain = {
  "pick.start": "Started a pick",
  "pick.pause": "Paused a pick",
  "pick.resume": "Resumed a pick",
  "pick.handover": "Handed over a pick",
  "pick.complete": "Completed a pick",
  "pick.send_back": "Sent back a pick",
  "pick.assign_tote": "Named a tote",
  "pick.record_line": "Picked a line",
  "prep.tick_line": "Ticked a decoration",
  "prep.complete": "Finished a prep",
  "dispatch.request": "Requested a dispatch",
  "dispatch.edit": "Changed a dispatch",
  "dispatch.set_tracking": "Entered a tracking number",
  "stock.request_count": "Asked for a count",
  "print.request": "Asked for a print",
  "outcome.resolve": "Decided an open item"
};
var nameInWords = (n) => Object.hasOwn(plain, n) ? plain[n] : "Something this version does not know";

// server/attention/names-queries.ts
var argsOf = ({ n, a }) => isMutationName(n) ? mutations[n].args.safeParse(a).data ?? null : null;
var numbers = (values) => [...new Set(values.filter((value2) => typeof value2 === "number"))];
async function describeMutations(db, sent) {
  const args = new Map(sent.map((mutation) => [mutation.m, argsOf(mutation)]));
  const all5 = [...args.values()].filter((a) => a !== null);
  const named7 = (key) => numbers(all5.map((a) => a[key]));
  const uuids = all5.flatMap((a) => Array.isArray(a.orders) ? a.orders.map(({ uuid }) => uuid) : []);
  const tasks2 = await tasksOf(db, numbers(all5.map((a) => typeof a.m === "string" ? shelfTaskOfName(a.m) : null)));
  const lines2 = await linesOf2(db, named7("pick_line_id"));
  const garments2 = await garmentsOf(db, [...named7("product_id"), ...[...lines2.values(), ...tasks2.values()].map(({ product_id }) => product_id)]);
  const words6 = (product_id, name4 = null) => {
    const garment2 = garments2.get(product_id);
    return garment2 ? garmentWords({ ...garment2, product_name: name4 ?? garment2.product_name }) : name4;
  };
  const rounds2 = await ordersOfPicks(db, named7("pick_id"));
  const byUuid2 = await ordersByUuid(db, uuids);
  const wearers2 = await people2(db, named7("employee_id"));
  const reasons = all5.some((a) => a.code) ? await reasonWords(db) : /* @__PURE__ */ new Map();
  const names = {
    orderOfPick: (id9) => rounds2.get(id9) ?? null,
    orderByUuid: (uuid) => byUuid2.get(uuid) ?? null,
    line: (id9) => {
      const line2 = lines2.get(id9);
      return line2 ? { ...line2, garment: words6(line2.product_id, line2.product_name) ?? "" } : null;
    },
    product: words6,
    wearer: (id9) => wearers2.get(id9) ?? null,
    dispatch: dispatchNumber,
    reason: (code) => reasons.get(code) ?? null,
    shelfTask: (id9) => {
      const task = tasks2.get(id9);
      return task ? { ...task, garment: words6(task.product_id) ?? "" } : null;
    }
  };
  return (mutation) => {
    const a = args.get(mutation.m);
    const product_id = typeof a?.product_id === "number" ? a.product_id : lines2.get(Number(a?.pick_line_id))?.product_id;
    return {
      words: a && isMutationName(mutation.n) ? inWords(names, mutation.n, a) : { text: nameInWords(mutation.n), order_number: null },
      garment: garments2.get(product_id ?? 0) ?? null
    };
  };
}
async function ordersOfPicks(db, ids3) {
  const found2 = ids3.length ? await db.select({ id: picks.id, order_id: picks.order_id }).from(picks).where(inArray12(picks.id, ids3)) : [];
  return new Map(found2.map(({ id: id9, order_id }) => [id9, orderNumber(order_id)]));
}
async function ordersByUuid(db, uuids) {
  const found2 = uuids.length ? await db.select({ id: orders.id, uuid: orders.uuid }).from(orders).where(inArray12(orders.uuid, uuids)) : [];
  return new Map(found2.map(({ id: id9, uuid }) => [uuid, orderNumber(id9)]));
}
async function linesOf2(db, ids3) {
  if (!ids3.length) return /* @__PURE__ */ new Map();
  const found2 = await db.select({
    id: pickLines.id,
    product_id: pickLines.product_id,
    product_name: orderLines.product_name,
    decoration: orderLines.decoration,
    qty_allocated: pickLines.qty_allocated,
    qty_picked: pickLines.qty_picked
  }).from(pickLines).innerJoin(orderLines, eq53(orderLines.id, pickLines.order_line_id)).where(inArray12(pickLines.id, ids3));
  return new Map(found2.map((line2) => [line2.id, line2]));
}
async function tasksOf(db, ids3) {
  if (!ids3.length) return /* @__PURE__ */ new Map();
  const found2 = await db.select({ id: shelfTasks.id, product_id: shelfTasks.product_id, qty: shelfTasks.qty, order_id: shelfTasks.order_id }).from(shelfTasks).where(inArray12(shelfTasks.id, ids3));
  return new Map(found2.map(({ order_id, ...task }) => [task.id, { ...task, order_number: orderNumber(order_id) }]));
}
async function people2(db, ids3) {
  const columns7 = { id: users.id, forenames: users.forenames, surname: users.surname };
  const found2 = ids3.length ? await db.select(columns7).from(users).where(inArray12(users.id, ids3)) : [];
  return new Map(found2.map(({ id: id9, forenames, surname }) => [id9, `${forenames} ${surname}`.trim()]));
}
async function reasonWords(db) {
  const found2 = await db.select({ code: errorCodes.code, description: errorCodes.description }).from(errorCodes);
  return new Map(found2.map(({ code, description }) => [code, description]));
}

// server/attention/attention-queries.ts
var itemKinds = ["outcome", "shelf_task", "count_request", "loss"];
var attentionItem = z31.object({
  kind: z31.enum(itemKinds),
  /** The name to resolve it by. */
  m: z31.string(),
  order: z31.object({ id: z31.int(), uuid: z31.string(), order_number: z31.string() }).nullable(),
  sku: z31.string().nullable(),
  /** The SKU as people say it. */
  garment: z31.string().nullable(),
  qty: z31.int().nullable(),
  /** What was wanted, for an outcome. */
  n: z31.string().nullable(),
  /** The same in words. */
  text: z31.string().nullable(),
  outcome: z31.enum(outcomeKinds).nullable(),
  /** Why: an outcome's code, a task's reason. */
  code: z31.string().nullable(),
  /** What a person needs to see in order to choose: both sides of a conflict, where pieces belong, what the stock says. */
  server: z31.record(z31.string(), z31.unknown()).nullable(),
  /** The refusal under which an outcome hangs. */
  root_m: z31.string().nullable(),
  device: z31.string().nullable(),
  device_name: z31.string().nullable(),
  person: z31.object({ id: z31.int(), name: z31.string() }).nullable(),
  at: z31.string()
});
var kindCounts = z31.object({ outcome: z31.int(), shelf_task: z31.int(), count_request: z31.int(), loss: z31.int() });
var attentionList = pageSchema(attentionItem).extend({ counts: kindCounts });
var attentionQuery = listQuery({ orderBy: ["at"], default: "at", sortedBy: "desc", per_page: 500, cap: 500 }).omit({ search: true }).extend({ kind: z31.enum(itemKinds).optional(), order: z31.uuid().optional() });
var isOpenOutcome = sql58.raw("outcome in ('conflict', 'rejected') and resolved_at is null");
var waiting = sql58`(
  select 'outcome' as kind, found.m as name, found.at as at, found.s as s, found.order_id as order_id,
    coalesce(root.at, found.at) as root_at, coalesce(root.m, found.m) as root, case when root.m is null then 0 else 1 end as depth
  from (select m, at, s, order_id, root_m from sync_outcomes where ${isOpenOutcome}) found
  left join (select m, at from sync_outcomes where ${isOpenOutcome}) root on root.m = found.root_m
  union all
  select 'shelf_task', cast(id as text), created_at, id, order_id, created_at, cast(id as text), 0 from shelf_tasks where done_at is null
  union all
  select 'count_request', count_requests.m, count_requests.created_at, count_requests.id, picks.order_id, count_requests.created_at, count_requests.m, 0
  from count_requests left join pick_lines on pick_lines.id = count_requests.pick_line_id left join picks on picks.id = pick_lines.pick_id
  where count_requests.resolved_at is null
  union all
  select 'loss', m, at, 0, null, at, m, 0 from sync_losses where resolved_at is null
) waiting`;
async function attention({ db }, query) {
  const ofOrder2 = query.order ? sql58`order_id = (select id from orders where uuid = ${query.order})` : sql58`1 = 1`;
  const ofKind2 = query.kind ? sql58`kind = ${query.kind}` : sql58`1 = 1`;
  const direction = sql58.raw(query.sortedBy);
  const page2 = await rows(
    db,
    sql58`select kind, name from ${waiting} where ${ofOrder2} and ${ofKind2}
      order by root_at ${direction}, root, depth, at, s limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`
  );
  const found2 = await rows(db, sql58`select kind, count(*) as n from ${waiting} where ${ofOrder2} group by kind`);
  const counts = { outcome: 0, shelf_task: 0, count_request: 0, loss: 0, ...Object.fromEntries(found2.map(({ kind, n }) => [kind, Number(n)])) };
  const total3 = query.kind ? counts[query.kind] : Object.values(counts).reduce((sum3, n) => sum3 + n, 0);
  const named7 = (kind) => page2.filter((item) => item.kind === kind).map(({ name: name4 }) => name4);
  const items = /* @__PURE__ */ new Map();
  const hydrated3 = [
    await outcomes(db, named7("outcome")),
    await tasks(db, named7("shelf_task").map(Number)),
    await counted(db, named7("count_request")),
    await losses(db, named7("loss"))
  ];
  for (const item of hydrated3.flat()) items.set(`${item.kind} ${item.m}`, item);
  const listed2 = page2.flatMap(({ kind, name: name4 }) => items.get(`${kind} ${kind === "shelf_task" ? shelfTaskName(Number(name4)) : name4}`) ?? []);
  return { ...pageOf(listed2, query, total3), counts };
}
var blank = {
  n: null,
  text: null,
  outcome: null,
  code: null,
  server: null,
  root_m: null,
  device: null,
  device_name: null,
  qty: null,
  sku: null,
  garment: null,
  order: null
};
var name = sql58`trim(${users.forenames} || ' ' || ${users.surname})`;
var personOf = (row2) => row2.person_id === null ? null : { id: row2.person_id, name: row2.name ?? "" };
var orderOf3 = (row2) => row2.order_id === null || row2.uuid === null ? null : { id: row2.order_id, uuid: row2.uuid, order_number: orderNumber(row2.order_id) };
var orderColumns = { order_id: orders.id, uuid: orders.uuid };
async function outcomes(db, ms) {
  if (!ms.length) return [];
  const found2 = await db.select({
    m: syncOutcomes.m,
    n: syncOutcomes.n,
    outcome: syncOutcomes.outcome,
    code: syncOutcomes.code,
    server: syncOutcomes.server,
    root_m: syncOutcomes.root_m,
    payload: syncOutcomes.payload,
    device: syncOutcomes.device,
    device_name: syncDevices.name,
    person_id: users.id,
    name,
    at: syncOutcomes.at,
    ...orderColumns
  }).from(syncOutcomes).leftJoin(syncDevices, eq54(syncDevices.device, syncOutcomes.device)).leftJoin(users, eq54(users.id, syncOutcomes.actor_id)).leftJoin(orders, eq54(orders.id, syncOutcomes.order_id)).where(inArray13(syncOutcomes.m, ms));
  const describe2 = await describeMutations(
    db,
    found2.map(({ payload }) => payload)
  );
  return found2.map(({ payload, person_id, name: by2, order_id, uuid, ...row2 }) => {
    const mutation = payload;
    const { words: words6, garment: garment2 } = describe2(mutation);
    const qty = mutation.a.qty_picked ?? mutation.a.qty;
    return {
      ...row2,
      server: row2.server,
      kind: "outcome",
      text: words6.text,
      order: orderOf3({ order_id, uuid }),
      sku: garment2?.sku ?? null,
      garment: garment2 && garmentWords(garment2),
      qty: Number.isSafeInteger(qty) ? qty : null,
      person: personOf({ person_id, name: by2 })
    };
  });
}
async function tasks(db, ids3) {
  if (!ids3.length) return [];
  const found2 = await db.select({
    id: shelfTasks.id,
    product_id: shelfTasks.product_id,
    qty: shelfTasks.qty,
    reason: shelfTasks.reason,
    device: shelfTasks.device,
    device_name: syncDevices.name,
    // Whose trolley it is, where what stands was picked onto the same one.
    person_id: sql58`case when coalesce(${pickLines.picked_device}, '') = ${shelfTasks.device} then ${users.id} end`,
    name,
    at: shelfTasks.created_at,
    ...orderColumns
  }).from(shelfTasks).innerJoin(orders, eq54(orders.id, shelfTasks.order_id)).innerJoin(pickLines, eq54(pickLines.id, shelfTasks.pick_line_id)).leftJoin(syncDevices, eq54(syncDevices.device, shelfTasks.device)).leftJoin(users, eq54(users.id, pickLines.picked_by)).where(inArray13(shelfTasks.id, ids3));
  const garments2 = await garmentsOf(
    db,
    found2.map(({ product_id }) => product_id)
  );
  return found2.map(({ id: id9, product_id, reason, device: device2, device_name, qty, at, ...row2 }) => {
    const garment2 = garments2.get(product_id);
    return {
      ...blank,
      kind: "shelf_task",
      m: shelfTaskName(id9),
      order: orderOf3(row2),
      sku: garment2?.sku ?? null,
      garment: garment2 ? garmentWords(garment2) : null,
      qty,
      code: reason,
      server: { bin: garment2?.bin ?? null },
      device: device2 || null,
      device_name,
      person: personOf(row2),
      at
    };
  });
}
async function counted(db, ms) {
  if (!ms.length) return [];
  const round = aliasedTable(picks, "round");
  const found2 = await db.select({
    m: countRequests.m,
    product_id: countRequests.product_id,
    qty: countRequests.qty,
    device: countRequests.device,
    device_name: syncDevices.name,
    person_id: users.id,
    name,
    at: countRequests.created_at,
    bin: products.bin,
    qty_available: stockLevels.qty_available,
    qty_allocated: stockLevels.qty_allocated,
    ...orderColumns
  }).from(countRequests).innerJoin(products, eq54(products.id, countRequests.product_id)).leftJoin(stockLevels, eq54(stockLevels.product_id, countRequests.product_id)).leftJoin(pickLines, eq54(pickLines.id, countRequests.pick_line_id)).leftJoin(round, eq54(round.id, pickLines.pick_id)).leftJoin(orders, eq54(orders.id, round.order_id)).leftJoin(syncDevices, eq54(syncDevices.device, countRequests.device)).leftJoin(users, eq54(users.id, countRequests.requested_by)).where(inArray13(countRequests.m, ms));
  const garments2 = await garmentsOf(
    db,
    found2.map(({ product_id }) => product_id)
  );
  return found2.map(({ m, product_id, qty, device: device2, device_name, at, bin, qty_available, qty_allocated, ...row2 }) => {
    const garment2 = garments2.get(product_id);
    return {
      ...blank,
      kind: "count_request",
      m,
      order: orderOf3(row2),
      sku: garment2?.sku ?? null,
      garment: garment2 ? garmentWords(garment2) : null,
      qty,
      server: { bin, qty_available: qty_available ?? 0, qty_allocated: qty_allocated ?? 0 },
      device: device2,
      device_name,
      person: personOf(row2),
      at
    };
  });
}
async function losses(db, ms) {
  if (!ms.length) return [];
  const found2 = await db.select({
    m: syncLosses.m,
    qty: syncLosses.n,
    since: syncLosses.since,
    device: syncLosses.device,
    device_name: syncDevices.name,
    person_id: users.id,
    name,
    at: syncLosses.at
  }).from(syncLosses).innerJoin(syncDevices, eq54(syncDevices.device, syncLosses.device)).leftJoin(users, eq54(users.id, syncLosses.bearer_id)).where(inArray13(syncLosses.m, ms));
  return found2.map(({ m, qty, since: since3, device: device2, device_name, at, ...row2 }) => ({
    ...blank,
    kind: "loss",
    m,
    qty,
    device: device2,
    device_name,
    server: { since: since3 },
    person: personOf(row2),
    at
  }));
}

// server/attention/routes.ts
var resolving = z32.object({ choice: z32.enum(choices), qty: z32.int().nonnegative().max(1e6).nullish() });
var resolved = z32.object({ m: z32.string(), outcome: z32.enum(outcomeKinds) });
var attentionRoutes = new Hono4().use(signedIn).get("/", describe("Everything that waits for a person", attentionList, "attention"), valid("query", attentionQuery), async (c2) => {
  const ctx = reading(c2);
  authorize(policy.use_floor(ctx.actor));
  return c2.json(await attention(ctx, c2.req.valid("query")));
}).post(
  "/:m/resolve",
  describe("Resolve one thing that waits for a person", resolved, "attention"),
  valid("param", z32.object({ m: z32.uuid() })),
  valid("json", resolving),
  async (c2) => {
    const { m } = c2.req.valid("param");
    const { choice, qty } = c2.req.valid("json");
    const answer = await write(c2, async (ctx) => {
      const done = await resolveItem(ctx, { m, choice, qty }, null, carryOut);
      if (isRefused(done.outcome)) throw conflict("still_refused", messages.still_refused, { code: done.code, server: done.server ?? null });
      return { m, outcome: done.outcome };
    });
    return c2.json(answer);
  }
);

// server/audit/routes.ts
import { and as and32, count as count8, desc as desc8, eq as eq55 } from "drizzle-orm";
import { Hono as Hono5 } from "hono";
import { z as z33 } from "zod";
var person2 = z33.object({ id: z33.number(), name: z33.string() }).nullable();
var auditRow = z33.object({
  id: z33.number(),
  who: person2,
  impersonator: person2,
  when: z33.string(),
  what: z33.string(),
  on: z33.object({ type: z33.string(), id: z33.number().nullable() }),
  before: z33.unknown(),
  after: z33.unknown()
});
var auditQuery = listQuery({ orderBy: ["id"], default: "id", sortedBy: "desc", per_page: 100 }).extend({
  on_type: z33.string().max(40).optional(),
  on_id: z33.coerce.number().int().optional(),
  who_id: z33.coerce.number().int().optional()
});
async function auditTrail(ctx, query) {
  const conditions = [];
  if (query.on_type) conditions.push(eq55(auditRows.on_type, query.on_type));
  if (query.on_id) conditions.push(eq55(auditRows.on_id, query.on_id));
  if (query.who_id) conditions.push(eq55(auditRows.who_id, query.who_id));
  const where = and32(...conditions);
  const who3 = alias(users, "who");
  const impersonator2 = alias(users, "impersonator");
  const [total3] = await ctx.db.select({ n: count8() }).from(auditRows).where(where);
  const found2 = await ctx.db.select({
    row: auditRows,
    who: { id: who3.id, forenames: who3.forenames, surname: who3.surname },
    impersonator: { id: impersonator2.id, forenames: impersonator2.forenames, surname: impersonator2.surname }
  }).from(auditRows).leftJoin(who3, eq55(who3.id, auditRows.who_id)).leftJoin(impersonator2, eq55(impersonator2.id, auditRows.impersonator_id)).where(where).orderBy(query.sortedBy === "desc" ? desc8(auditRows.id) : auditRows.id).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const named7 = (user) => user && { id: user.id, name: `${user.forenames} ${user.surname}`.trim() };
  const items = found2.map(({ row: row2, who: one2, impersonator: other }) => ({
    id: row2.id,
    who: named7(one2),
    impersonator: named7(other),
    when: row2.at,
    what: row2.what,
    on: { type: row2.on_type, id: row2.on_id },
    before: row2.before ?? null,
    after: row2.after ?? null
  }));
  return pageOf(items, query, total3?.n ?? 0);
}
var auditRoutes = new Hono5().use(signedIn).get("/", describe("Who changed what", pageSchema(auditRow), "audit"), valid("query", auditQuery), async (c2) => {
  const ctx = reading(c2);
  authorize(policy.read_audit(ctx.actor));
  return c2.json(await auditTrail(ctx, c2.req.valid("query")));
});

// server/auth/routes.ts
import { and as and36, desc as desc9, eq as eq59, gt as gt6 } from "drizzle-orm";
import { Hono as Hono6 } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { z as z36 } from "zod";

// data/demo/sign-ins.ts
var demoSignIns = {
  password: "kitroom-demo",
  items: [
    { email: "client.admin@northgate.test", label: "Client Manager, Northgate Facilities" },
    { email: "site.admin@northgate.test", label: "Site Manager, Northgate Facilities" },
    { email: "manager@northgate.test", label: "Department Manager, Northgate Facilities" },
    { email: "self.order@northgate.test", label: "Employee, Self Order, Northgate Facilities" },
    { email: "employee@northgate.test", label: "Employee, Northgate Facilities" },
    { email: "client.admin@harbour.test", label: "Client Manager, Harbour Care" },
    { email: "super@kitroom.test", label: "Super User" },
    { email: "warehouse@kitroom.test", label: "Warehouse" },
    { email: "embroiderer@kitroom.test", label: "Embroiderer" }
  ]
};

// server/http/source.ts
import { getConnInfo } from "@hono/node-server/conninfo";
function addressOf2(c2) {
  const { TRUST_PROXY } = c2.get("services").settings;
  const forwarded = TRUST_PROXY ? c2.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : void 0;
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c2).remote.address ?? "";
  } catch {
    return "";
  }
}

// server/auth/change-password.ts
import { and as and33, count as count9, eq as eq56, gt as gt5, isNull as isNull20, ne as ne2, or as or9 } from "drizzle-orm";
import { z as z34 } from "zod";

// server/mail/letters/password-reset.ts
var passwordResetLetter = (about) => letter({
  kind: "password_reset",
  subject: "Choose a new Kitroom password",
  heading: "Choose a new password",
  parts: [
    { paragraph: `Hello ${about.name},` },
    { paragraph: "Use this link to set a new password for your Kitroom account." },
    { button: { label: "Set a new password", url: about.url } },
    {
      paragraph: `The link works once and for ${about.minutes} minutes. If you did not ask for it, your password stays as it is and you need do nothing.`
    }
  ],
  footer: "You receive this because someone asked for a new password for this address."
});

// server/auth/common-passwords.ts
var common = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1111111111 0000000000 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop
  qwertyuiop1 qwerty12345 qwerty123456 asdfghjkl1 asdfghjkl123 zxcvbnm123 password12 password123 password1234 password12345 passw0rd123
  mypassword mypassword1 changeme123 letmein123 letmein1234 welcome123 welcome1234 welcome12345 iloveyou12 iloveyou123 sunshine12
  sunshine123 princess12 princess123 football12 football123 liverpool1 liverpool123 manchester manchester1 manunited1 arsenal123 chelsea123
  everton123 tottenham1 superman12 superman123 batman1234 dragon1234 monkey1234 charlie123 michael123 jennifer12 jessica123 trustno1234
  abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 administrator admin12345 admin123456 administrator1 uniform123 workwear123
  kitroom123 kitroom1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 autumn2025 autumn2026 spring2025 spring2026
  january2026 london2026 england123 scotland123 november2026 december2026`.split(/\s+/).filter(Boolean)
);
var isCommonPassword = (password) => common.has(password.toLowerCase()) || /^(.)\1+$/.test(password);

// server/auth/change-password.ts
var resetMinutes = 60;
var resetsAnHour = 5;
var newPassword = z34.string().min(limits.password_min, messages.password_too_short).max(limits.password_max).refine((password) => !isCommonPassword(password), messages.password_common);
var changePasswordBody = z34.object({ current_password: z34.string().min(1).max(limits.password_max), password: newPassword, password_confirmation: z34.string() }).refine((body) => body.password === body.password_confirmation, { path: ["password_confirmation"], message: messages.password_differs });
var resetPasswordBody = z34.object({ token: z34.string().min(1).max(200), password: newPassword });
var forgotPasswordBody = z34.object({ email: z34.string().trim().min(1).max(limits.email) });
async function prepareNewPassword(ctx, body) {
  const [user] = await ctx.db.select({ password_hash: users.password_hash }).from(users).where(eq56(users.id, ctx.actor.id));
  if (!await checkPassword(found(user).password_hash, body.current_password)) throw invalid({ current_password: messages.password_wrong });
  return hashPassword(body.password);
}
var sessionsOf = (user_id) => or9(eq56(sessions.user_id, user_id), eq56(sessions.impersonator_id, user_id));
async function changePassword({ db, ...ctx }, session_id, password_hash) {
  await db.update(users).set({ password_hash }).where(eq56(users.id, ctx.actor.id));
  await db.delete(sessions).where(and33(sessionsOf(ctx.actor.id), ne2(sessions.id, session_id)));
  await audit({ db, ...ctx }, "password.changed", { type: "user", id: ctx.actor.id });
}
async function forgotPassword(services2, email) {
  const now = services2.clock();
  await services2.database.unitOfWork(async (db) => {
    const [user] = await db.select({ id: users.id, forenames: users.forenames, email: users.email, account_id: users.account_id }).from(users).leftJoin(accounts, eq56(accounts.id, users.account_id)).where(and33(eq56(users.email, email.toLowerCase()), isNull20(users.deleted_at), eq56(users.is_disabled, false), isNull20(accounts.deleted_at)));
    if (!user?.email) return;
    const since3 = new Date(now.getTime() - resetMinutes * 6e4).toISOString();
    const [sent] = await db.select({ n: count9() }).from(passwordResets).where(and33(eq56(passwordResets.user_id, user.id), gt5(passwordResets.created_at, since3)));
    if ((sent?.n ?? 0) >= resetsAnHour) return;
    const token = newToken();
    await db.insert(passwordResets).values({
      user_id: user.id,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + resetMinutes * 6e4).toISOString()
    });
    const url = `${services2.settings.public_url}/reset-password?token=${token}`;
    const letter2 = passwordResetLetter({ name: user.forenames, url, minutes: resetMinutes });
    await queueMail({ db, now: now.toISOString() }, { ...letter2, to: user.email, account_id: user.account_id });
  });
  services2.changed();
}
async function resetPassword(services2, { token, password }) {
  const now = services2.clock().toISOString();
  const password_hash = await hashPassword(password);
  await services2.database.unitOfWork(async (db) => {
    const [reset] = await db.update(passwordResets).set({ used_at: now }).where(and33(eq56(passwordResets.token_hash, hashToken(token)), isNull20(passwordResets.used_at), gt5(passwordResets.expires_at, now))).returning({ user_id: passwordResets.user_id });
    if (!reset) throw invalid({ token: messages.reset_link_dead });
    await db.update(users).set({ password_hash }).where(eq56(users.id, reset.user_id));
    await db.delete(sessions).where(sessionsOf(reset.user_id));
    const actor = { id: reset.user_id, impersonator_id: null };
    await audit({ db, now, actor, request_id: null }, "password.reset", { type: "user", id: reset.user_id });
  });
}

// server/auth/impersonate.ts
import { and as and34, eq as eq57, isNull as isNull21 } from "drizzle-orm";
async function impersonate(ctx, user_id) {
  authorize(policy.use_office(ctx.actor));
  const [user] = await ctx.db.select({ id: users.id, role: users.role }).from(users).leftJoin(accounts, eq57(accounts.id, users.account_id)).where(and34(eq57(users.id, user_id), isNull21(users.deleted_at), eq57(users.is_disabled, false), isNull21(accounts.deleted_at)));
  const other = found(user);
  authorize(policy.impersonate(ctx.actor, other));
  await audit(ctx, "user.impersonated", { type: "user", id: other.id });
  const { token, expires_at } = await openSession(ctx.db, other, new Date(ctx.now), { impersonator_id: ctx.actor.id });
  return { token, expires_at };
}

// server/auth/who.ts
import { and as and35, eq as eq58, isNull as isNull22 } from "drizzle-orm";
import { z as z35 } from "zod";
var whoSchema = z35.object({
  user: z35.object({
    id: z35.number(),
    name: z35.string(),
    forenames: z35.string(),
    surname: z35.string(),
    email: z35.string().nullable(),
    contact_phone: z35.string().nullable(),
    primary_role: z35.enum(roles),
    is_supervised_orderer: z35.boolean()
  }),
  roles: z35.array(z35.object({ name: z35.enum(roles), label: z35.string() })),
  account: z35.object({ id: z35.number(), name: z35.string(), require_po: z35.boolean(), require_cc: z35.boolean() }).nullable(),
  sites: z35.array(z35.object({ id: z35.number(), name: z35.string() })),
  permissions: z35.array(z35.string()),
  impersonator: z35.object({ id: z35.number(), name: z35.string() }).nullable()
});
async function who(ctx) {
  const { actor, db } = ctx;
  const [user] = await db.select({ forenames: users.forenames, surname: users.surname, email: users.email, contact_phone: users.contact_phone }).from(users).where(eq58(users.id, actor.id));
  const [account2] = actor.account_id === null ? [] : await db.select({ id: accounts.id, name: accounts.name, require_po: accounts.require_po, require_cc: accounts.require_cc }).from(accounts).where(eq58(accounts.id, actor.account_id));
  const mySites = await db.select({ id: sites.id, name: sites.name }).from(userSites).innerJoin(sites, eq58(sites.id, userSites.site_id)).where(and35(eq58(userSites.user_id, actor.id), isNull22(sites.deleted_at))).orderBy(sites.name);
  const [impersonator2] = actor.impersonator_id === null ? [] : await db.select({ id: users.id, forenames: users.forenames, surname: users.surname }).from(users).where(eq58(users.id, actor.impersonator_id));
  return {
    user: { id: actor.id, name: actor.name, ...found(user), primary_role: actor.role, is_supervised_orderer: actor.is_supervised_orderer },
    roles: [{ name: actor.role, label: roleLabels[actor.role] }],
    account: account2 ?? null,
    sites: mySites,
    permissions: permissions(actor),
    impersonator: impersonator2 ? { id: impersonator2.id, name: `${impersonator2.forenames} ${impersonator2.surname}` } : null
  };
}

// server/auth/routes.ts
var accepted = z36.object({ accepted: z36.literal(true) });
var sessionSchema = z36.object({
  id: z36.number(),
  device_name: z36.string().nullable(),
  user_agent: z36.string().nullable(),
  created_at: z36.string(),
  last_seen_at: z36.string(),
  expires_at: z36.string(),
  is_current: z36.boolean()
});
var signedInAnswer = z36.object({ token: z36.string(), expires_at: z36.string(), user: whoSchema });
var setDocumentCookie = (c2, token, expires_at) => setCookie(c2, documentCookie, token, {
  httpOnly: true,
  sameSite: "Strict",
  secure: c2.get("services").settings.public_url.startsWith("https:"),
  path: "/",
  expires: new Date(expires_at)
});
var authRoutes = new Hono6().post("/login", describe("Sign in", signedInAnswer, "auth"), valid("json", loginBody), async (c2) => {
  const services2 = c2.get("services");
  const { token, expires_at } = await login(services2, c2.req.valid("json"), { address: addressOf2(c2), user_agent: c2.req.header("User-Agent") });
  const session = await findSession(services2.database.reader, token, services2.clock().toISOString());
  if (!session) throw notFound();
  c2.set("actor", session.actor);
  setDocumentCookie(c2, token, expires_at);
  return c2.json({ token, expires_at, user: await who(reading(c2)) });
}).get(
  "/demo",
  describe(
    "The demo sign-ins, in demo mode only",
    z36.object({ password: z36.string(), items: z36.array(z36.object({ email: z36.string(), label: z36.string() })) }),
    "auth"
  ),
  (c2) => {
    if (!c2.get("services").is_demo) throw notFound();
    return c2.json(demoSignIns);
  }
).get("/me", signedIn, describe("Who is signed in", whoSchema, "auth"), async (c2) => {
  const [session] = await reading(c2).db.select({ expires_at: sessions.expires_at }).from(sessions).where(eq59(sessions.id, c2.get("session_id")));
  const token = bearer(c2);
  if (session && token) setDocumentCookie(c2, token, session.expires_at);
  return c2.json(await who(reading(c2)));
}).post("/logout", signedIn, describe("Sign out", z36.object({ signed_out: z36.literal(true) }), "auth"), async (c2) => {
  const { database } = c2.get("services");
  await database.unitOfWork(async (db) => {
    await db.delete(sessions).where(eq59(sessions.id, c2.get("session_id")));
  });
  deleteCookie(c2, documentCookie, { path: "/" });
  return c2.json({ signed_out: true });
}).get("/sessions", signedIn, describe("Where one is signed in", z36.object({ items: z36.array(sessionSchema) }), "auth"), async (c2) => {
  const { db, actor, now } = reading(c2);
  const mine = await db.select({
    id: sessions.id,
    device_name: sessions.device_name,
    user_agent: sessions.user_agent,
    created_at: sessions.created_at,
    last_seen_at: sessions.last_seen_at,
    expires_at: sessions.expires_at
  }).from(sessions).where(and36(eq59(sessions.user_id, actor.id), gt6(sessions.expires_at, now))).orderBy(desc9(sessions.last_seen_at));
  return c2.json({ items: mine.map((session) => ({ ...session, is_current: session.id === c2.get("session_id") })) });
}).delete(
  "/sessions/:id",
  signedIn,
  describe("End one of one\u2019s sessions", z36.object({ id: z36.number() }), "auth"),
  valid("param", idParam),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    return c2.json(
      await write(c2, async (ctx) => {
        const { db, actor } = ctx;
        const [ended] = await db.delete(sessions).where(and36(eq59(sessions.id, id9), eq59(sessions.user_id, actor.id))).returning({ id: sessions.id, device_name: sessions.device_name });
        const { device_name } = found(ended);
        await audit(ctx, "session.ended", { type: "session", id: id9 }, { device_name });
        return { id: id9 };
      })
    );
  }
).post("/forgot-password", describe("Ask for a link that sets a new password", accepted, "auth"), valid("json", forgotPasswordBody), async (c2) => {
  await forgotPassword(c2.get("services"), c2.req.valid("json").email);
  return c2.json({ accepted: true }, 202);
}).post("/reset-password", describe("Set a new password by a link", accepted, "auth"), valid("json", resetPasswordBody), async (c2) => {
  await resetPassword(c2.get("services"), c2.req.valid("json"));
  return c2.json({ accepted: true });
}).post("/change-password", signedIn, describe("Change one\u2019s own password", accepted, "auth"), valid("json", changePasswordBody), async (c2) => {
  const password_hash = await prepareNewPassword(reading(c2), c2.req.valid("json"));
  await write(c2, (ctx) => changePassword(ctx, c2.get("session_id"), password_hash));
  return c2.json({ accepted: true });
});
var impersonateRoutes = new Hono6().use(signedIn).post("/take/:id", describe("Act as somebody else", signedInAnswer, "auth"), valid("param", idParam), async (c2) => {
  const services2 = c2.get("services");
  const { id: id9 } = c2.req.valid("param");
  const { token, expires_at } = await services2.database.unitOfWork((db) => impersonate(contextOf(c2, db), id9));
  const session = found(await findSession(services2.database.reader, token, services2.clock().toISOString()));
  c2.set("actor", session.actor);
  setDocumentCookie(c2, token, expires_at);
  return c2.json({ token, expires_at, user: await who(reading(c2)) });
});

// server/catalogue/routes.ts
import { Hono as Hono7 } from "hono";

// server/catalogue/browse-products.ts
import { and as and41, asc as asc17, desc as desc10, eq as eq64, isNull as isNull27, or as or12 } from "drizzle-orm";
import { z as z38 } from "zod";

// server/clothing-sets/scope.ts
import { and as and37, eq as eq60, isNull as isNull23, sql as sql59 } from "drizzle-orm";
var nothing3 = sql59`1 = 0`;
function visibleSets(actor) {
  const here = isNull23(clothingSets.deleted_at);
  if (actor.role === "super") return here;
  if (!isClientRole(actor.role) || actor.account_id === null) return nothing3;
  const own2 = and37(here, eq60(clothingSets.account_id, actor.account_id));
  const isWearer2 = actor.role === "employee" || actor.role === "employee_with_order";
  return (isWearer2 ? and37(own2, wornBy(actor.id)) : own2) ?? nothing3;
}
var wornBy = (user_id) => sql59`exists (select 1 from ${userClothingSets}
    where ${userClothingSets.clothing_set_id} = ${clothingSets.id} and ${userClothingSets.user_id} = ${user_id})
  and (not exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id})
    or exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id} and not exists (select 1 from ${clothingSetSites}
      where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${userSites.site_id})))`;

// server/catalogue/set-products.ts
import { and as and38, eq as eq61, isNull as isNull24, or as or10, sql as sql60 } from "drizzle-orm";

// server/catalogue/sees-restricted.ts
var seesRestricted = (actor) => actor.role === "super" || actor.can_view_restricted_products;

// server/catalogue/set-products.ts
var style = alias(products, "style");
function shownOfSets(actor, { account_id, clothing_set_id }) {
  return and38(
    visibleSets(actor),
    account_id === void 0 ? void 0 : eq61(clothingSets.account_id, account_id),
    clothing_set_id === void 0 ? void 0 : eq61(clothingSets.id, clothing_set_id),
    isNull24(products.deleted_at),
    sql60`${products.is_published}`,
    // A style is shown by its variations; one that has none is itself the article.
    sql60`not exists (select 1 from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)`,
    or10(isNull24(products.discontinued_at), sql60`${stockLevels.qty_available} > ${stockLevels.qty_allocated}`),
    seesRestricted(actor) ? void 0 : sql60`not (${products.is_restricted} or ${style.is_restricted})`
  );
}
var heldBySet = or10(eq61(products.id, clothingSetProducts.product_id), eq61(products.parent_id, clothingSetProducts.product_id));
var isItsStyle = eq61(style.id, sql60`coalesce(${products.parent_id}, ${products.id})`);
async function offeredOf(db, actor, looked, style_ids) {
  const ids3 = idList(style_ids);
  const rows2 = await db.select({
    id: products.id,
    parent_id: products.parent_id,
    clothing_set_id: clothingSets.id,
    price: sql60`coalesce(${clothingSetProducts.price}, ${products.price})`.mapWith(Number),
    vat_rate: products.vat_rate,
    name: sql60`coalesce(${clothingSetProducts.name}, ${products.name})`
  }).from(products).innerJoin(style, isItsStyle).innerJoin(clothingSetProducts, heldBySet).innerJoin(clothingSets, eq61(clothingSets.id, clothingSetProducts.clothing_set_id)).leftJoin(stockLevels, eq61(stockLevels.product_id, products.id)).where(and38(or10(among(products.id, ids3), among(products.parent_id, ids3)), shownOfSets(actor, looked)));
  const offered = /* @__PURE__ */ new Map();
  for (const { clothing_set_id, ...row2 } of rows2) {
    const known2 = offered.get(row2.id);
    if (!known2) offered.set(row2.id, { ...row2, decorations: [], clothing_set_ids: [clothing_set_id] });
    else {
      known2.price = Math.min(known2.price, row2.price);
      known2.clothing_set_ids.push(clothing_set_id);
    }
  }
  return offered;
}

// server/catalogue/wearer-products.ts
import { and as and40, asc as asc16, eq as eq63, isNull as isNull26, sql as sql62 } from "drizzle-orm";
import { z as z37 } from "zod";

// server/catalogue/permitted-products.ts
import { and as and39, eq as eq62, isNull as isNull25, or as or11, sql as sql61 } from "drizzle-orm";
var parent = alias(products, "parent");
var held = (db, only2) => db.select({
  employee_id: userClothingSets.user_id,
  id: products.id,
  parent_id: products.parent_id,
  clothing_set_id: clothingSets.id,
  set_price: clothingSetProducts.price,
  price: products.price,
  vat_rate: sql61`coalesce(${products.vat_rate}, ${parent.vat_rate})`,
  name: products.name,
  set_name: clothingSetProducts.name,
  decoration: sql61`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`
}).from(userClothingSets).innerJoin(clothingSets, eq62(clothingSets.id, userClothingSets.clothing_set_id)).innerJoin(clothingSetProducts, eq62(clothingSetProducts.clothing_set_id, clothingSets.id)).innerJoin(products, or11(eq62(products.id, clothingSetProducts.product_id), eq62(products.parent_id, clothingSetProducts.product_id))).leftJoin(parent, eq62(parent.id, products.parent_id)).leftJoin(stockLevels, eq62(stockLevels.product_id, products.id)).where(
  and39(
    only2,
    among(userClothingSets.user_id, sql61.placeholder("employee_ids")),
    isNull25(clothingSets.deleted_at),
    isNull25(products.deleted_at),
    sql61`${products.is_published}`,
    // A style is ordered by its variations; one that has none is itself the article.
    sql61`not exists (select 1 from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)`,
    // What is discontinued is offered while there is some left.
    or11(isNull25(products.discontinued_at), sql61`${stockLevels.qty_available} > ${stockLevels.qty_allocated}`),
    // 1 lets restricted products through.
    sql61`(${sql61.placeholder("restricted")} = 1 or not (${products.is_restricted} or coalesce(${parent.is_restricted}, ${products.is_restricted})))`,
    // A set is kept from the site of delivery or, before one is chosen, from people all of whose sites it excludes.
    sql61`not exists (select 1 from ${clothingSetSites} where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${sql61.placeholder("site_id")})`,
    sql61`(${sql61.placeholder("site_id")} <> 0
          or not exists (select 1 from ${userSites} where ${userSites.user_id} = ${userClothingSets.user_id})
          or exists (select 1 from ${userSites} where ${userSites.user_id} = ${userClothingSets.user_id} and not exists (
            select 1 from ${clothingSetSites} where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${userSites.site_id})))`
  )
);
var heldProducts = prepared("held_products", (db) => held(db));
var heldAmongProducts = prepared(
  "held_among_products",
  (db) => held(db, or11(among(products.id, sql61.placeholder("product_ids")), among(products.parent_id, sql61.placeholder("product_ids"))))
);
var choices2 = (decoration2) => (decoration2 ?? "").split("\n").map((one2) => one2.trim()).filter(Boolean);
async function permittedFor(db, employee_ids, { site_id, restricted }, product_ids) {
  const byWearer2 = new Map(employee_ids.map((id9) => [id9, /* @__PURE__ */ new Map()]));
  const values = { employee_ids: idList(employee_ids), site_id: site_id ?? 0, restricted: restricted ? 1 : 0 };
  const rows2 = product_ids ? await heldAmongProducts(db, { ...values, product_ids: idList(product_ids) }) : await heldProducts(db, values);
  for (const row2 of rows2) {
    const permitted = byWearer2.get(row2.employee_id);
    const price = row2.set_price ?? row2.price;
    const known2 = permitted?.get(row2.id);
    if (!known2) {
      const { id: id9, parent_id, vat_rate } = row2;
      const name4 = row2.set_name ?? row2.name;
      permitted?.set(id9, { id: id9, parent_id, name: name4, price, vat_rate, decorations: choices2(row2.decoration), clothing_set_ids: [row2.clothing_set_id] });
      continue;
    }
    known2.price = Math.min(known2.price, price);
    known2.clothing_set_ids.push(row2.clothing_set_id);
    known2.decorations = [.../* @__PURE__ */ new Set([...known2.decorations, ...choices2(row2.decoration)])];
  }
  return byWearer2;
}
var permittedProducts = async (db, employee_id, whom2, product_ids) => (await permittedFor(db, [employee_id], whom2, product_ids)).get(employee_id) ?? /* @__PURE__ */ new Map();
function offerOf(permitted, product_id) {
  const article = permitted.get(product_id);
  if (article) return { is_size_selected: true, ...article };
  const sizes = [...permitted.values()].filter(({ parent_id }) => parent_id === product_id);
  const [first] = sizes;
  if (!first) return null;
  const price = Math.max(...sizes.map((size) => size.price));
  return {
    is_size_selected: false,
    price,
    vat_rate: first.vat_rate,
    name: first.name,
    decorations: [...new Set(sizes.flatMap(({ decorations }) => decorations))]
  };
}

// server/catalogue/wearer-products.ts
var media = z37.array(z37.object({ url: z37.string() }));
var articleSchema = z37.object({
  id: z37.int(),
  sku: z37.string(),
  name: z37.string(),
  attributes: z37.object({
    variation_colour: z37.string().nullable(),
    colour_hex: z37.string().nullable(),
    variation_size_1: z37.string().nullable(),
    variation_size_2: z37.string().nullable(),
    variation_all_size: z37.string().nullable()
  }),
  price: z37.int().describe("Pence, ex VAT: the lowest of the sets that hold it"),
  qty_free: z37.int(),
  media,
  is_non_returnable: z37.boolean(),
  discontinued_at: z37.string().nullable()
});
var styleSchema = z37.object({
  id: z37.int(),
  sku: z37.string(),
  name: z37.string(),
  brand: z37.string().nullable(),
  description: z37.string(),
  short_description_1: z37.string(),
  short_description_2: z37.string(),
  category: z37.object({ id: z37.int(), name: z37.string() }).nullable(),
  media,
  is_non_returnable: z37.boolean(),
  price_from: z37.int(),
  price_to: z37.int(),
  colours: z37.array(z37.object({ name: z37.string(), hex: z37.string().nullable() })),
  decorations_for_employee: z37.array(z37.string()),
  clothing_set_ids: z37.array(z37.int()),
  children: z37.array(articleSchema)
});
var wearerProductsSchema = z37.object({
  employee: z37.object({ id: z37.int(), name: z37.string() }),
  employee_roles: z37.array(z37.object({ id: z37.int(), name: z37.string(), is_budgeted: z37.boolean() })),
  clothing_sets: z37.array(z37.object({ id: z37.int(), name: z37.string() })),
  items: z37.array(styleSchema)
});
var articlesById = prepared(
  "articles_by_id",
  (db) => db.select({
    id: products.id,
    parent_id: products.parent_id,
    sku: products.sku,
    name: products.name,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    is_non_returnable: products.is_non_returnable,
    discontinued_at: products.discontinued_at,
    qty_free: sql62`coalesce(${stockLevels.qty_available} - ${stockLevels.qty_allocated}, 0)`.mapWith(Number)
  }).from(products).leftJoin(stockLevels, eq63(stockLevels.product_id, products.id)).where(among(products.id, sql62.placeholder("ids"))).orderBy(asc16(products.variation_colour), asc16(products.position), asc16(products.id))
);
var stylesById = prepared(
  "styles_by_id",
  (db) => db.select({
    id: products.id,
    sku: products.sku,
    name: products.name,
    brand: products.brand,
    description: products.description,
    short_description_1: products.short_description_1,
    short_description_2: products.short_description_2,
    is_non_returnable: products.is_non_returnable,
    category_id: categories.id,
    category_name: categories.name
  }).from(products).leftJoin(categories, eq63(categories.id, products.category_id)).where(among(products.id, sql62.placeholder("ids"))).orderBy(asc16(categories.position), asc16(products.name), asc16(products.id))
);
var picturesOf = prepared(
  "pictures_of_products",
  (db) => db.select({ product_id: productMedia.product_id, hash: files.hash }).from(productMedia).innerJoin(files, eq63(files.id, productMedia.file_id)).where(among(productMedia.product_id, sql62.placeholder("ids"))).orderBy(asc16(productMedia.position), asc16(productMedia.id))
);
async function stylesOf(ctx, permitted) {
  const articleIds = [...permitted.keys()];
  const styleIds = [...new Set([...permitted.values()].map(({ id: id9, parent_id }) => parent_id ?? id9))];
  const articles = await articlesById(ctx.db, { ids: idList(articleIds) });
  const styles = await stylesById(ctx.db, { ids: idList(styleIds) });
  const pictures = /* @__PURE__ */ new Map();
  for (const { product_id, hash: hash3 } of await picturesOf(ctx.db, { ids: idList([.../* @__PURE__ */ new Set([...articleIds, ...styleIds])]) }))
    pictures.set(product_id, [...pictures.get(product_id) ?? [], { url: `/files/${hash3}` }]);
  const byStyle = groupBy(articles, ({ id: id9, parent_id }) => parent_id ?? id9);
  return styles.map(({ category_id, category_name, ...style4 }) => {
    const own2 = byStyle.get(style4.id) ?? [];
    const offers = own2.flatMap(({ id: id9 }) => permitted.get(id9) ?? []);
    const prices = offers.map(({ price }) => price);
    const colours2 = new Map(own2.flatMap((one2) => one2.variation_colour ? [[one2.variation_colour, one2.colour_hex]] : []));
    const styleMedia = pictures.get(style4.id) ?? [];
    const children = own2.map(
      ({
        id: id9,
        sku: sku2,
        name: name4,
        variation_colour,
        colour_hex,
        variation_size_1,
        variation_size_2,
        variation_all_size,
        is_non_returnable,
        discontinued_at,
        qty_free
      }) => ({
        id: id9,
        sku: sku2,
        name: permitted.get(id9)?.name ?? name4,
        attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
        price: permitted.get(id9)?.price ?? 0,
        qty_free: Math.max(0, qty_free),
        media: pictures.get(id9) ?? styleMedia,
        is_non_returnable: is_non_returnable || style4.is_non_returnable,
        discontinued_at
      })
    );
    return {
      ...style4,
      category: category_id === null ? null : { id: category_id, name: category_name ?? "" },
      media: styleMedia.length ? styleMedia : children[0]?.media ?? [],
      price_from: Math.min(...prices),
      price_to: Math.max(...prices),
      colours: [...colours2].map(([name4, hex2]) => ({ name: name4, hex: hex2 })),
      decorations_for_employee: [...new Set(offers.flatMap(({ decorations }) => decorations))],
      clothing_set_ids: [...new Set(offers.flatMap(({ clothing_set_ids }) => clothing_set_ids))],
      children
    };
  });
}
async function wearerProducts(ctx, employee_id, query) {
  const [row2] = await ctx.db.select({ id: users.id, name: personName(users).as("name") }).from(users).where(and40(eq63(users.id, employee_id), visibleEmployees(ctx.actor)));
  const employee3 = found(row2);
  const [order] = query.order ? await ctx.db.select({ delivery_site_id: orders.delivery_site_id }).from(orders).where(and40(eq63(orders.uuid, query.order), visibleOrders(ctx.actor))) : [];
  if (query.order) found(order);
  const permitted = await permittedProducts(ctx.db, employee_id, { site_id: order?.delivery_site_id ?? null, restricted: seesRestricted(ctx.actor) });
  const setIds = [...new Set([...permitted.values()].flatMap(({ clothing_set_ids }) => clothing_set_ids))];
  return {
    employee: employee3,
    employee_roles: await ctx.db.select({ id: employeeRoles.id, name: employeeRoles.name, is_budgeted: employeeRoles.is_budgeted }).from(userEmployeeRoles).innerJoin(employeeRoles, eq63(employeeRoles.id, userEmployeeRoles.employee_role_id)).where(and40(eq63(userEmployeeRoles.user_id, employee_id), isNull26(employeeRoles.deleted_at))).orderBy(asc16(employeeRoles.name)),
    clothing_sets: await ctx.db.select({ id: clothingSets.id, name: clothingSets.name }).from(clothingSets).where(among(clothingSets.id, idList(setIds))).orderBy(asc16(clothingSets.name)),
    items: await stylesOf(ctx, permitted)
  };
}

// server/catalogue/browse-products.ts
var browseQuery = listQuery({ orderBy: ["category", "name"], default: "category", per_page: limits.catalogue_page }).extend({
  include: include(["media", "categories", "attributes"]),
  clothing_set_id: z38.coerce.number().int().positive().optional(),
  category_id: z38.coerce.number().int().positive().optional(),
  /** The company whose sets are meant, for the office; a client's own is understood. */
  account_id: z38.coerce.number().int().positive().optional()
});
var listed = styleSchema.omit({ children: true, decorations_for_employee: true, description: true });
var browseSchema = pageSchema(listed).extend({
  categories: z38.array(z38.object({ id: z38.int(), name: z38.string(), products_count: z38.int() })).describe("All in which something is found, whichever of them is asked for")
});
async function lookedInto(ctx, { account_id, clothing_set_id }) {
  const { actor } = ctx;
  authorize(policy.browse_catalogue(actor));
  if (isClientRole(actor.role) && account_id !== void 0 && account_id !== actor.account_id) throw notFound();
  const company = account_id ?? actor.account_id ?? void 0;
  if (company === void 0 && clothing_set_id === void 0) throw invalid({ account_id: messages.unknown_account });
  if (clothing_set_id !== void 0) {
    const [set] = await ctx.db.select({ id: clothingSets.id }).from(clothingSets).where(and41(eq64(clothingSets.id, clothing_set_id), visibleSets(actor)));
    if (!set) throw notFound();
  }
  return { account_id: company, clothing_set_id };
}
async function browseProducts(ctx, query) {
  const looked = await lookedInto(ctx, query);
  const { search } = query;
  const searched2 = search && search.length >= limits.search_min ? or12(...[style.name, style.sku, style.brand, products.sku, products.name].map((column) => contains(column, search))) : void 0;
  const way = query.sortedBy === "desc" ? desc10 : asc17;
  const order = {
    category: [way(categories.position), asc17(categories.name), asc17(style.name), asc17(style.id)],
    name: [way(style.name), asc17(style.id)]
  };
  const found2 = await ctx.db.selectDistinct({
    id: style.id,
    name: style.name,
    category_id: categories.id,
    category_name: categories.name,
    position: categories.position
  }).from(products).innerJoin(style, isItsStyle).leftJoin(categories, eq64(categories.id, style.category_id)).innerJoin(clothingSetProducts, heldBySet).innerJoin(clothingSets, eq64(clothingSets.id, clothingSetProducts.clothing_set_id)).leftJoin(stockLevels, eq64(stockLevels.product_id, products.id)).where(and41(isNull27(style.deleted_at), shownOfSets(ctx.actor, looked), searched2)).orderBy(...order[query.orderBy]);
  const wanted2 = query.category_id === void 0 ? found2 : found2.filter(({ category_id }) => category_id === query.category_id);
  const ids3 = wanted2.slice((query.page - 1) * query.per_page, query.page * query.per_page).map(({ id: id9 }) => id9);
  const styles = ids3.length ? await stylesOf(ctx, await offeredOf(ctx.db, ctx.actor, looked, ids3)) : [];
  const byId4 = new Map(styles.map((one2) => [one2.id, one2]));
  const items = ids3.flatMap((id9) => {
    const { children, decorations_for_employee, description, ...shown2 } = byId4.get(id9) ?? {};
    return "id" in shown2 ? [shown2] : [];
  });
  return { ...pageOf(items, query, wanted2.length), categories: categoriesOf(found2) };
}
function categoriesOf(found2) {
  const counted2 = /* @__PURE__ */ new Map();
  for (const { category_id, category_name, position: position2 } of found2) {
    if (category_id === null) continue;
    const known2 = counted2.get(category_id);
    if (known2) known2.products_count += 1;
    else counted2.set(category_id, { id: category_id, name: category_name ?? "", products_count: 1, position: position2 ?? 0 });
  }
  return [...counted2.values()].sort((one2, other) => one2.position - other.position || one2.name.localeCompare(other.name)).map(({ position: _, ...rest }) => rest);
}

// server/catalogue/product-card.ts
import { and as and42, eq as eq65, isNull as isNull28 } from "drizzle-orm";
import { z as z39 } from "zod";
var cardQuery = z39.object({
  include: include([
    "media",
    "parent",
    "parent.media",
    "attributes",
    "datasheets",
    "children",
    "children.attributes",
    "siblings",
    "clothing_sets",
    "categories"
  ]),
  /** Only what this set holds of it, at its prices. */
  clothing_set_id: z39.coerce.number().int().positive().optional()
});
var cardSchema = styleSchema.extend({
  variation: articleSchema.nullable().describe("The article that was asked for; null where it was the style"),
  datasheets: z39.array(z39.object({ name: z39.string(), url: z39.string() }))
});
async function productCard(ctx, id9, { clothing_set_id }) {
  const { actor, db } = ctx;
  if (!policy.browse_catalogue(actor)) throw notFound();
  const [product2] = await db.select({ id: products.id, parent_id: products.parent_id }).from(products).where(and42(eq65(products.id, id9), isNull28(products.deleted_at)));
  const style_id = found(product2).parent_id ?? id9;
  const ofSet = clothing_set_id === void 0 ? null : await offeredOf(db, actor, { clothing_set_id }, [style_id]);
  const offered = ofSet?.size ? ofSet : await offeredOf(db, actor, {}, [style_id]);
  if (!offered.size || id9 !== style_id && !ofSet && !offered.has(id9)) throw notFound();
  const [style4] = await stylesOf(ctx, offered);
  const children = ofSet?.size === 0 ? [] : found(style4).children;
  return { ...found(style4), children, variation: children.find((child) => child.id === id9 && child.id !== style_id) ?? null, datasheets: [] };
}

// server/catalogue/routes.ts
var productRoutes = new Hono7().get(
  "/",
  signedIn,
  describe("The styles that clothing sets hold", browseSchema, "catalogue"),
  valid("query", browseQuery),
  async (c2) => c2.json(await browseProducts(reading(c2), c2.req.valid("query")))
).get(
  "/:id",
  signedIn,
  describe("A product of the caller\u2019s sets", cardSchema, "catalogue"),
  valid("param", idParam),
  valid("query", cardQuery),
  async (c2) => c2.json(await productCard(reading(c2), c2.req.valid("param").id, c2.req.valid("query")))
);

// server/dashboards/routes.ts
import { Hono as Hono8 } from "hono";
import { z as z43 } from "zod";

// shared/dashboards/graphs.ts
var graphNames = ["sbc", "sbp", "sbs", "uas", "uss"];
var mayGraph = {
  sbc: policy.see_spend_by_client,
  sbp: policy.see_spend_by_product,
  sbs: policy.see_spend_by_site,
  uas: policy.see_budget_use,
  uss: policy.see_own_budget
};
var MOST_LABELS = 100;
var SHORTFALL_DAYS = 14;
var SHORTFALL_PAGE = 15;

// server/dashboards/budget-queries.ts
import { and as and44, asc as asc18, eq as eq67, exists, isNull as isNull29, sql as sql65 } from "drizzle-orm";

// shared/budgets/period.ts
var pad = (n, digits = 2) => String(n).padStart(digits, "0");
function addMonths(date, months) {
  const [year = 0, month = 1, day3 = 1] = date.split("-").map(Number);
  const index4 = year * 12 + (month - 1) + months;
  const y = Math.floor(index4 / 12);
  const m = index4 - y * 12;
  const last = new Date(Date.UTC(y, m + 1, 0)).getUTCDate();
  return `${pad(y, 4)}-${pad(m + 1)}-${pad(Math.min(day3, last))}`;
}
var londonHour = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", hour: "2-digit", hourCycle: "h23" });
function londonMidnight(date) {
  const inUtc = /* @__PURE__ */ new Date(`${date}T00:00:00.000Z`);
  const hours = Number(londonHour.format(inUtc));
  return new Date(inUtc.getTime() - hours * 36e5).toISOString();
}
function budgetPeriod(budget_start_date, budget_duration, at) {
  const startOf2 = (k2) => addMonths(budget_start_date, k2 * budget_duration);
  const monthsSince = (new Date(at).getUTCFullYear() - Number(budget_start_date.slice(0, 4))) * 12 + new Date(at).getUTCMonth() + 1 - Number(budget_start_date.slice(5, 7));
  let k = Math.floor(monthsSince / budget_duration) + 1;
  while (k >= 0 && londonMidnight(startOf2(k)) > at) k--;
  if (k < 0) return null;
  const [starts_on, ends_on] = [startOf2(k), startOf2(k + 1)];
  return { starts_on, ends_on, starts_at: londonMidnight(starts_on), ends_at: londonMidnight(ends_on) };
}

// server/dashboards/graph-view.ts
import { z as z40 } from "zod";
var pence = z40.array(z40.int()).describe("Pence, in label order");
var total = z40.int();
var graphSchema = z40.object({
  labels: z40.array(z40.string()),
  ids: z40.array(z40.int().nullable()).describe("What each label names; null where it names several or none"),
  orders: pence.describe("Pence ordered, ex VAT"),
  returns: pence.describe("Pence approved for return, on the day of the order"),
  count: z40.array(z40.int()).describe("Orders by client and site, pieces by product, people by role"),
  budget: z40.array(z40.int().nullable()).describe("Pence a period for all who have it; null is unlimited"),
  current: pence.describe("Pence spent in the current period"),
  spend: pence.describe("Pence spent in the timeframe, less returns"),
  ends_on: z40.array(z40.string().nullable()).describe("The day on which the next budget period begins"),
  totals: z40.object({ orders: total, returns: total, count: total, budget: total.nullable(), current: total, spend: total }),
  members: z40.int().describe("How many there are; the least of more than a hundred are one label"),
  starts_on: z40.string().describe("The first day of the timeframe")
});
var sum2 = (values) => values.reduce((so_far, value2) => so_far + (value2 ?? 0), 0);
function graphOf({ starts_on, members, ...parts }) {
  const arrays = { ids: [], orders: [], returns: [], count: [], budget: [], current: [], spend: [], ends_on: [], ...parts };
  const { orders: orders2, returns: returns2, count: count17, budget, current, spend } = arrays;
  return {
    ...arrays,
    totals: {
      orders: sum2(orders2),
      returns: sum2(returns2),
      count: sum2(count17),
      budget: budget.includes(null) ? null : sum2(budget),
      current: sum2(current),
      spend: sum2(spend)
    },
    members: members ?? arrays.labels.length,
    starts_on
  };
}

// server/dashboards/spend-scope.ts
import { and as and43, eq as eq66, or as or13, sql as sql63 } from "drizzle-orm";
import { z as z41 } from "zod";

// shared/dashboards/timeframe.ts
var timeframes = {
  "1m": "Last month",
  "2m": "Last 2 months",
  "3m": "Last 3 months",
  "6m": "Last 6 months",
  "12m": "Last 12 months",
  ytd: "Since 1 January"
};
var timeframeNames = Object.keys(timeframes);
var londonDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", year: "numeric", month: "2-digit", day: "2-digit" });
var londonDate = (at) => londonDay.format(new Date(at));
function timeframeStart(timeframe, now) {
  const today2 = londonDate(now);
  return timeframe === "ytd" ? `${today2.slice(0, 4)}-01-01` : addMonths(today2, -Number.parseInt(timeframe, 10));
}

// server/dashboards/spend-scope.ts
var id4 = z41.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
var filters = z41.object({
  all_sites: queryFlag.default(true).describe("False: only what goes to one\u2019s own sites"),
  employee_id: id4.optional().describe("Only what this person wears"),
  site_id: id4.optional().describe("Only what goes to this site")
});
var graphQuery = filters.extend({ timeframe: z41.enum(timeframeNames).default("1m") });
var startOf = ({ timeframe }, ctx) => timeframeStart(timeframe, ctx.now);
function chosenSites({ actor }, query) {
  if (query.site_id !== void 0) return [query.site_id];
  return query.all_sites || !isClientRole(actor.role) ? null : actor.site_ids;
}
async function checkFilters({ db, actor }, { employee_id, site_id }) {
  if (employee_id !== void 0) {
    const [person6] = await db.select({ id: users.id }).from(users).where(and43(visibleEmployees(actor), eq66(users.id, employee_id)));
    found(person6);
  }
  if (site_id !== void 0) {
    const [site] = await db.select({ id: sites.id }).from(sites).where(and43(visibleSites(actor), eq66(sites.id, site_id)));
    found(site);
  }
}
function pricedOrders({ actor }) {
  const seen = visibleOrders(actor);
  if (actor.role === "super" || actor.role === "client_admin") return seen;
  const asked3 = or13(eq66(orders.requester_id, actor.id), eq66(orders.creator_id, actor.id));
  const isOwnSite = actor.role === "site_admin" || actor.role === "manager" ? among(orders.delivery_site_id, idList(actor.site_ids)) : void 0;
  return and43(seen, or13(asked3, isOwnSite)) ?? sql63`1 = 0`;
}

// server/dashboards/tallied-days.ts
import { sql as sql64 } from "drizzle-orm";
var half = 16;
function talliedSince(starts_on) {
  const [year = 0, month = 1, day3 = 1] = starts_on.split("-").map(Number);
  const this_month = year * 100 + month;
  const next_month = month === 12 ? (year + 1) * 100 + 1 : this_month + 1;
  const at = (d) => this_month * 100 + d;
  if (day3 <= half) return { first_month: this_month, first_day: at(1), last_day: at(day3 - 1), sign: -1 };
  return { first_month: next_month, first_day: at(day3), last_day: at(31), sign: 1 };
}
var endOfMonths = 999999;
var talliedRows = (condition, days2) => sql64`
  select of_id, key_id, n, spent, returned from spend_sums
    where ${condition} and period between cast(${days2.first_month} as integer) and ${sql64.raw(String(endOfMonths))}
  union all
  select of_id, key_id, n * cast(${days2.sign} as integer), spent * cast(${days2.sign} as integer), returned * cast(${days2.sign} as integer) from spend_sums
    where ${condition} and period between cast(${days2.first_day} as integer) and cast(${days2.last_day} as integer)`;

// server/dashboards/budget-queries.ts
function peopleOf(ctx, query, employee_id) {
  const site_ids = chosenSites(ctx, query);
  const atSite = site_ids && exists(
    ctx.db.select({ one: sql65`1` }).from(userSites).where(and44(eq67(userSites.user_id, users.id), among(userSites.site_id, idList(site_ids))))
  );
  return and44(visibleEmployees(ctx.actor), employee_id === void 0 ? void 0 : eq67(users.id, employee_id), atSite || void 0);
}
var heldRoles = ({ db }, people5) => db.select({
  id: employeeRoles.id,
  name: employeeRoles.name,
  budget_value: employeeRoles.budget_value,
  budget_start_date: employeeRoles.budget_start_date,
  budget_duration: employeeRoles.budget_duration,
  people: sql65`count(*)`.mapWith(Number)
}).from(employeeRoles).innerJoin(userEmployeeRoles, eq67(userEmployeeRoles.employee_role_id, employeeRoles.id)).innerJoin(users, eq67(users.id, userEmployeeRoles.user_id)).where(and44(people5, isNull29(employeeRoles.deleted_at), eq67(employeeRoles.is_budgeted, true))).groupBy(employeeRoles.id).orderBy(asc18(employeeRoles.name), asc18(employeeRoles.id));
async function spentIn({ db }, windows, people5) {
  if (!windows.length) return /* @__PURE__ */ new Map();
  const ranges = windows.flatMap(({ role_id, what, starts_on }) => {
    const days2 = talliedSince(starts_on);
    const range2 = (first, last, sign) => sql65`(cast(${role_id} as bigint), cast(${what} as text), cast(${first} as integer), cast(${last} as integer), cast(${sign} as integer))`;
    return [range2(days2.first_month, 999999, 1), range2(days2.first_day, days2.last_day, days2.sign)];
  });
  const found2 = await rows(
    db,
    sql65`with windows (role_id, what, first_period, last_period, sign) as (values ${sql65.join(ranges, sql65`, `)})
      select windows.role_id, windows.what, cast(sum((spend_sums.spent - spend_sums.returned) * windows.sign) as bigint) as spent
      from windows
        join spend_sums on spend_sums.kind = 'wearer' and spend_sums.of_id = windows.role_id
          and spend_sums.period between windows.first_period and windows.last_period
      where spend_sums.key_id in (
        select ${users.id} from ${userEmployeeRoles} join ${users} on ${users.id} = ${userEmployeeRoles.user_id}
        where ${userEmployeeRoles.employee_role_id} = windows.role_id and ${people5})
      group by windows.role_id, windows.what`
  );
  return new Map(found2.map(({ role_id, what, spent }) => [`${role_id} ${what}`, spent]));
}
async function budgetUse(ctx, query, employee_id) {
  const people5 = peopleOf(ctx, query, employee_id);
  const starts_on = startOf(query, ctx);
  const held3 = (await heldRoles(ctx, people5)).map(({ budget_start_date: from, budget_duration: months, ...role2 }) => ({
    ...role2,
    period: from && months ? budgetPeriod(from, months, ctx.now) : null
  }));
  const spent = await spentIn(
    ctx,
    held3.flatMap(({ id: role_id, period }) => [
      { role_id, what: "spend", starts_on },
      ...period ? [{ role_id, what: "current", starts_on: period.starts_on }] : []
    ]),
    people5
  );
  return graphOf({
    starts_on,
    labels: held3.map(({ name: name4 }) => name4),
    ids: held3.map(({ id: id9 }) => id9),
    count: held3.map((role2) => role2.people),
    budget: held3.map(({ budget_value, people: n }) => budget_value === null ? null : budget_value * n),
    current: held3.map(({ id: id9 }) => spent.get(`${id9} current`) ?? 0),
    spend: held3.map(({ id: id9 }) => spent.get(`${id9} spend`) ?? 0),
    ends_on: held3.map(({ period }) => period?.ends_on ?? null)
  });
}
var budgetsByRole = (ctx, query) => budgetUse(ctx, query, query.employee_id);
function ownBudgets(ctx, query) {
  const employee_id = query.employee_id ?? (isClientRole(ctx.actor.role) ? ctx.actor.id : void 0);
  if (employee_id === void 0) throw invalid({ employee_id: messages.whose_budgets });
  return budgetUse(ctx, query, employee_id);
}

// server/dashboards/spend-queries.ts
import { and as and45, eq as eq68, gte, isNull as isNull30, sql as sql66 } from "drizzle-orm";
var named3 = {
  sbc: sql66`(select ${accounts.name} from ${accounts} where ${accounts.id} = top.id)`,
  sbp: sql66`(select ${products.name} from ${products} where ${products.id} = top.id)`,
  sbs: sql66`(select ${sites.name} from ${sites} where ${sites.id} = top.id)`
};
var others = {
  sbc: (members) => `${members} other ${members === 1 ? "client" : "clients"}`,
  sbp: (members) => `${members} other ${members === 1 ? "product" : "products"}`,
  sbs: (members) => `${members} other ${members === 1 ? "site" : "sites"}`
};
var unnamed = "No site";
var most = sql66.raw(String(MOST_LABELS));
var labelled = (graph2, facts) => sql66`(
  with counted as (
    select key_id, sum(n) as n, sum(spent) as spent, sum(returned) as returned from (${facts}) as facts group by key_id
  ), placed as (
    select key_id, n, spent, returned, row_number() over (order by spent - returned desc, key_id) as place
    from counted where n <> 0 or spent <> 0 or returned <> 0
  ), top as (
    select case when place <= ${most} then key_id end as id, min(place) as place, count(*) as members,
      sum(n) as n, sum(spent) as spent, sum(returned) as returned
    from placed group by case when place <= ${most} then place else ${most} + 1 end, case when place <= ${most} then key_id end
  )
  select id, ${named3[graph2]} as label, place, members, n, spent, returned from top
) as labelled`;
var columns3 = {
  id: sql66`id`.as("id"),
  label: sql66`label`.as("label"),
  members: sql66`members`.mapWith(Number).as("members"),
  n: sql66`n`.mapWith(Number).as("n"),
  spent: sql66`spent`.mapWith(Number).as("spent"),
  returned: sql66`returned`.mapWith(Number).as("returned")
};
var placeholders2 = {
  first_month: sql66.placeholder("first_month"),
  first_day: sql66.placeholder("first_day"),
  last_day: sql66.placeholder("last_day"),
  sign: sql66.placeholder("sign")
};
var tallied = (name4, graph2, condition) => prepared(
  name4,
  (db) => db.select(columns3).from(labelled(graph2, talliedRows(condition, placeholders2))).orderBy(sql66`place`)
);
var ofKind = (kind, of_id) => sql66`kind = ${sql66.raw(`'${kind}'`)} and of_id = ${of_id}`;
var account = sql66.placeholder("account_id");
var byClient = tallied("spend_by_client", "sbc", ofKind("client", 0));
var byProductOfAll = tallied("spend_by_product_of_all", "sbp", ofKind("any_product", 0));
var byProduct = tallied("spend_by_product", "sbp", ofKind("product", account));
var bySite = tallied("spend_by_site", "sbs", ofKind("site", account));
var byChosenSite = tallied("spend_by_chosen_site", "sbs", sql66`${ofKind("site", account)} and ${among(sql66`key_id`, sql66.placeholder("site_ids"))}`);
function fromTally({ db, actor }, graph2, query, site_ids, starts_on) {
  if (query.employee_id !== void 0) return null;
  const values = { ...talliedSince(starts_on), account_id: actor.account_id };
  if (actor.role === "super" && !site_ids) {
    if (graph2 === "sbc") return byClient(db, values);
    return graph2 === "sbp" ? byProductOfAll(db, values) : null;
  }
  if (actor.role !== "client_admin") return null;
  if (graph2 === "sbs") return site_ids ? byChosenSite(db, { ...values, site_ids: idList(site_ids) }) : bySite(db, values);
  return graph2 === "sbp" && !site_ids ? byProduct(db, values) : null;
}
var pieces = sql66`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;
var approved = sql66`coalesce((select sum(${returnLines.qty_approved}) from ${returnLines} join ${returns} on ${returns.id} = ${returnLines.return_id}
  where ${returnLines.order_line_id} = ${orderLines.id} and ${returns.finalised_at} is not null), 0)`;
var keys = {
  sbc: { key: sql66`${orders.account_id}`, n: sql66`count(distinct ${orders.id})` },
  sbs: { key: sql66`coalesce(${orders.delivery_site_id}, 0)`, n: sql66`count(distinct ${orders.id})` },
  sbp: { key: sql66`coalesce(${products.parent_id}, ${products.id})`, n: sql66`sum(${pieces})` }
};
async function fromLines(ctx, graph2, query, site_ids, starts_on) {
  const { key, n } = keys[graph2];
  const where = and45(
    pricedOrders(ctx),
    gte(orders.submitted_at, londonMidnight(starts_on)),
    isNull30(orders.cancelled_at),
    eq68(orders.is_sample, false),
    query.employee_id !== void 0 ? eq68(orderLines.employee_id, query.employee_id) : void 0,
    site_ids ? among(orders.delivery_site_id, idList(site_ids)) : void 0
  );
  const facts = sql66`
    select ${key} as key_id, ${n} as n, sum(${pieces} * ${orderLines.unit_price}) as spent, sum(${approved} * ${orderLines.unit_price}) as returned
    from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} join ${products} on ${products.id} = ${orderLines.product_id}
    where ${where} group by ${key}`;
  return all3(ctx.db, sql66`select id, label, members, n, spent, returned from ${labelled(graph2, facts)} order by place`);
}
async function all3(db, query) {
  const found2 = await rows(db, query);
  return found2.map((row2) => ({ ...row2, members: Number(row2.members), n: Number(row2.n), spent: Number(row2.spent), returned: Number(row2.returned) }));
}
async function spendGraph(ctx, graph2, query) {
  const starts_on = startOf(query, ctx);
  const site_ids = chosenSites(ctx, query);
  const found2 = await (fromTally(ctx, graph2, query, site_ids, starts_on) ?? fromLines(ctx, graph2, query, site_ids, starts_on));
  return graphOf({
    starts_on,
    members: found2.reduce((sum3, { members }) => sum3 + members, 0),
    labels: found2.map(({ id: id9, label, members }) => label ?? (id9 === null ? others[graph2](members) : unnamed)),
    ids: found2.map(({ id: id9 }) => id9 || null),
    orders: found2.map(({ spent }) => spent),
    returns: found2.map(({ returned }) => returned),
    count: found2.map(({ n }) => n),
    spend: found2.map(({ spent, returned }) => spent - returned)
  });
}

// server/dashboards/graph-queries.ts
async function graph(ctx, name4, query) {
  authorize(mayGraph[name4](ctx.actor));
  await checkFilters(ctx, query);
  if (name4 === "uas") return budgetsByRole(ctx, query);
  return name4 === "uss" ? ownBudgets(ctx, query) : spendGraph(ctx, name4, query);
}

// server/dashboards/shortfall-queries.ts
import { and as and46, eq as eq69, gt as gt7, inArray as inArray14, isNull as isNull31, lte, sql as sql69 } from "drizzle-orm";
import { z as z42 } from "zod";

// server/catalogue/picture.ts
import { sql as sql67 } from "drizzle-orm";
var pictureOf = (product_id) => sql67`(select ${files.hash} from ${productMedia} join ${files} on ${files.id} = ${productMedia.file_id}
    where ${productMedia.product_id} = ${product_id} order by ${productMedia.position}, ${productMedia.id} limit 1)`;
var mediaOf = (...hashes) => {
  const hash3 = hashes.find((one2) => one2 !== null);
  return hash3 ? [{ url: `/files/${hash3}` }] : [];
};

// server/db/in-order.ts
import { sql as sql68 } from "drizzle-orm";
var inOrder = (sortedBy, ...columns7) => columns7.map((column) => sortedBy === "desc" ? sql68`${column} desc nulls last` : sql68`${column} asc nulls first`);

// server/dashboards/shortfall-queries.ts
var shortfallQuery = listQuery({ orderBy: ["submitted_at"], default: "submitted_at", per_page: SHORTFALL_PAGE }).extend(filters.shape);
var shortfallSchema = z42.object({
  id: z42.int().describe("The order line"),
  order: z42.object({ uuid: z42.string(), order_number: z42.string() }),
  submitted_at: z42.string(),
  days: z42.int().describe("Whole days since it was submitted"),
  employee: z42.object({ id: z42.int(), name: z42.string() }),
  site: z42.object({ id: z42.int(), name: z42.string() }).nullable(),
  product: z42.object({
    id: z42.int(),
    sku: z42.string(),
    name: z42.string(),
    variation_colour: z42.string().nullable(),
    colour_hex: z42.string().nullable(),
    variation_size_1: z42.string().nullable(),
    variation_size_2: z42.string().nullable(),
    variation_all_size: z42.string().nullable(),
    media: z42.array(z42.object({ url: z42.string() }))
  }),
  qty_requested: z42.int().describe("Less what is cancelled"),
  qty_allocated: z42.int(),
  qty_shipped: z42.int(),
  shortfall: z42.int().describe("Neither shipped nor allocated"),
  on_order: z42.boolean().describe("Suppliers still owe some of this article"),
  due: z42.string().nullable().describe("The day on which the first of it should come")
});
var day = 24 * 36e5;
var open = ["submitted", "allocated", "picking", "picking_paused", "picked", "booked", "waiting_for_courier", "part_shipped"];
var wanted = sql69`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;
var missing2 = sql69`(${wanted} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;
var parent2 = alias(products, "parent");
var picked = sql69`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`;
var coming = (what) => sql69`(select ${what} from ${purchaseOrderLines} join ${purchaseOrders} on ${purchaseOrders.id} = ${purchaseOrderLines.purchase_order_id}
  where ${purchaseOrderLines.product_id} = ${picked} and ${purchaseOrderLines.is_open} and ${purchaseOrderLines.qty_requested} > ${purchaseOrderLines.qty_received})`;
var linesById = ({ db }, ids3) => db.select({
  id: orderLines.id,
  uuid: orders.uuid,
  order_id: orders.id,
  submitted_at: orders.submitted_at,
  employee_id: orderLines.employee_id,
  employee_name: personName(users).as("employee_name"),
  site_id: sites.id,
  site_name: sites.name,
  product_id: orderLines.product_id,
  sku: products.sku,
  name: orderLines.product_name,
  variation_colour: products.variation_colour,
  colour_hex: products.colour_hex,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
  picture: pictureOf(products.id).as("picture"),
  style_picture: pictureOf(parent2.id).as("style_picture"),
  qty_requested: sql69`${wanted}`.mapWith(Number).as("wanted"),
  qty_allocated: orderLines.qty_allocated,
  qty_shipped: orderLines.qty_shipped,
  shortfall: missing2.mapWith(Number).as("missing"),
  open_lines: sql69`${coming(sql69`count(*)`)}`.mapWith(Number).as("open_lines"),
  due: sql69`${coming(sql69`min(${purchaseOrders.due_on})`)}`.as("due")
}).from(orderLines).innerJoin(orders, eq69(orders.id, orderLines.order_id)).innerJoin(users, eq69(users.id, orderLines.employee_id)).innerJoin(products, eq69(products.id, orderLines.product_id)).leftJoin(parent2, eq69(parent2.id, products.parent_id)).leftJoin(sites, eq69(sites.id, orders.delivery_site_id)).where(among(orderLines.id, idList(ids3)));
async function shortfall(ctx, query) {
  const { actor, db, now } = ctx;
  authorize(policy.see_shortfall(actor));
  await checkFilters(ctx, query);
  const site_ids = chosenSites(ctx, query);
  const where = and46(
    visibleLines(actor),
    inArray14(orders.status, open),
    isNull31(orders.cancelled_at),
    lte(orders.submitted_at, new Date(Date.parse(now) - SHORTFALL_DAYS * day).toISOString()),
    eq69(orderLines.is_size_selected, true),
    gt7(missing2, 0),
    query.employee_id !== void 0 ? eq69(orderLines.employee_id, query.employee_id) : void 0,
    site_ids ? among(orders.delivery_site_id, idList(site_ids)) : void 0
  );
  const order = sql69.join(inOrder(query.sortedBy, orders.submitted_at, orderLines.id), sql69`, `);
  const offset = (query.page - 1) * query.per_page;
  const read = (limit, skip) => rows(
    db,
    sql69`select ${orderLines.id} as id, count(*) over () as n from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
        where ${where} order by ${order} limit ${limit} offset ${skip}`
  );
  const page2 = await read(query.per_page, offset);
  const [first] = page2.length || !offset ? page2 : await read(1, 0);
  const byId4 = new Map(
    (await linesById(
      ctx,
      page2.map(({ id: id9 }) => id9)
    )).map((line2) => [line2.id, line2])
  );
  const items = page2.flatMap(({ id: id9 }) => {
    const line2 = byId4.get(id9);
    if (!line2?.submitted_at) return [];
    const { uuid, order_id, submitted_at, employee_id, employee_name, site_id, site_name, product_id, picture, style_picture, open_lines, due } = line2;
    return [
      {
        id: id9,
        order: { uuid, order_number: orderNumber(order_id) },
        submitted_at,
        days: Math.floor((Date.parse(now) - Date.parse(submitted_at)) / day),
        employee: { id: employee_id, name: employee_name },
        site: site_id === null ? null : { id: site_id, name: site_name ?? "" },
        product: {
          id: product_id,
          sku: line2.sku,
          name: line2.name,
          variation_colour: line2.variation_colour,
          colour_hex: line2.colour_hex,
          variation_size_1: line2.variation_size_1,
          variation_size_2: line2.variation_size_2,
          variation_all_size: line2.variation_all_size,
          media: mediaOf(picture, style_picture)
        },
        qty_requested: line2.qty_requested,
        qty_allocated: line2.qty_allocated,
        qty_shipped: line2.qty_shipped,
        shortfall: line2.shortfall,
        on_order: open_lines > 0,
        due
      }
    ];
  });
  return pageOf(items, query, first?.n ?? 0);
}

// server/dashboards/routes.ts
var which = z43.object({ graph: z43.enum(graphNames) });
var dashboardRoutes = new Hono8().get(
  "/homepage/shortfall",
  signedIn,
  describe("Lines that have waited two weeks for their stock", pageSchema(shortfallSchema), "dashboards"),
  valid("query", shortfallQuery),
  async (c2) => c2.json(await shortfall(reading(c2), c2.req.valid("query")))
).get(
  "/homepage/graphs/:graph",
  signedIn,
  describe("Spend by client, product or site, or budget use by role or of one person", graphSchema, "dashboards"),
  valid("param", which),
  valid("query", graphQuery),
  async (c2) => c2.json(await graph(reading(c2), c2.req.valid("param").graph, c2.req.valid("query")))
);

// server/clothing-sets/routes.ts
import { Hono as Hono9 } from "hono";
import { z as z45 } from "zod";

// server/clothing-sets/set-queries.ts
import { and as and47, asc as asc19, count as count10, desc as desc11, eq as eq70, isNull as isNull32, or as or14, sql as sql70 } from "drizzle-orm";
import { z as z44 } from "zod";
var MOST_PRODUCTS = 1e3;
var setQuery = listQuery({ orderBy: ["name", "id"], default: "name", per_page: 50, cap: limits.page_cap_clothing_sets }).extend({
  include: include(["account", "excluded_sites", "counts"]),
  /** Only the sets that hold this product, or its style. */
  product_id: z44.coerce.number().int().positive().optional()
});
var named4 = z44.object({ id: z44.int(), name: z44.string() });
var setSchema = z44.object({
  id: z44.int(),
  name: z44.string(),
  account: named4,
  excluded_sites: z44.array(named4),
  decoration: z44.string().nullable().describe("Offered with every product of the set, one a line")
});
var wholeSetSchema = setSchema.extend({
  media: z44.array(z44.object({ url: z44.string() })),
  counts: z44.object({ products_count: z44.int() }),
  products: z44.array(
    z44.object({
      id: z44.int(),
      sku: z44.string(),
      name: z44.string(),
      parent: z44.object({ id: z44.int(), sku: z44.string(), name: z44.string() }).nullable(),
      price: z44.int().describe("Pence, ex VAT"),
      decoration: z44.string().nullable(),
      attributes: z44.object({
        variation_colour: z44.string().nullable(),
        variation_size_1: z44.string().nullable(),
        variation_size_2: z44.string().nullable()
      }),
      is_non_returnable: z44.boolean(),
      discontinued_at: z44.string().nullable(),
      media: z44.array(z44.object({ url: z44.string() }))
    })
  ).describe("What the set holds, at most 1,000: an article, or a style that stands for all of its articles")
});
function enterCompany(ctx, account_id) {
  authorize(policy.browse_catalogue(ctx.actor));
  if (isClientRole(ctx.actor.role) && ctx.actor.account_id !== account_id) throw notFound();
}
var columns4 = {
  id: clothingSets.id,
  name: clothingSets.name,
  decoration: clothingSets.decoration,
  account_id: accounts.id,
  account_name: accounts.name
};
async function whole(ctx, rows2) {
  const excluded = await ctx.db.select({ clothing_set_id: clothingSetSites.clothing_set_id, id: sites.id, name: sites.name }).from(clothingSetSites).innerJoin(sites, eq70(sites.id, clothingSetSites.site_id)).where(and47(among(clothingSetSites.clothing_set_id, idList(rows2.map(({ id: id9 }) => id9))), isNull32(sites.deleted_at))).orderBy(asc19(sites.name));
  return rows2.map(({ account_id, account_name, ...set }) => ({
    ...set,
    account: { id: account_id, name: account_name },
    excluded_sites: excluded.filter(({ clothing_set_id }) => clothing_set_id === set.id).map(({ id: id9, name: name4 }) => ({ id: id9, name: name4 }))
  }));
}
async function listSets(ctx, account_id, query) {
  enterCompany(ctx, account_id);
  const conditions = [visibleSets(ctx.actor), eq70(clothingSets.account_id, account_id)];
  if (query.search && query.search.length >= limits.search_min) conditions.push(contains(clothingSets.name, query.search));
  if (query.product_id)
    conditions.push(sql70`exists (select 1 from ${clothingSetProducts} where ${clothingSetProducts.clothing_set_id} = ${clothingSets.id} and (
      ${clothingSetProducts.product_id} = ${query.product_id}
      or ${clothingSetProducts.product_id} = (select ${products.parent_id} from ${products} where ${products.id} = ${query.product_id})
      or ${clothingSetProducts.product_id} in (select ${products.id} from ${products} where ${products.parent_id} = ${query.product_id})))`);
  const where = and47(...conditions);
  const way = query.sortedBy === "desc" ? desc11 : asc19;
  const [total3] = await ctx.db.select({ n: count10() }).from(clothingSets).where(where);
  const rows2 = await ctx.db.select(columns4).from(clothingSets).innerJoin(accounts, eq70(accounts.id, clothingSets.account_id)).where(where).orderBy(way(clothingSets[query.orderBy]), way(clothingSets.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  return pageOf(await whole(ctx, rows2), query, total3?.n ?? 0);
}
var parent3 = alias(products, "set_parent");
async function clothingSet(ctx, account_id, set_id) {
  enterCompany(ctx, account_id);
  const rows2 = await ctx.db.select(columns4).from(clothingSets).innerJoin(accounts, eq70(accounts.id, clothingSets.account_id)).where(and47(eq70(clothingSets.id, set_id), eq70(clothingSets.account_id, account_id), visibleSets(ctx.actor)));
  const [set] = await whole(ctx, rows2);
  const holds = and47(
    eq70(clothingSetProducts.clothing_set_id, found(set).id),
    isNull32(products.deleted_at),
    sql70`${products.is_published}`,
    seesRestricted(ctx.actor) ? void 0 : sql70`not (${products.is_restricted} or coalesce(${parent3.is_restricted}, ${products.is_restricted}))`
  );
  const [total3] = await ctx.db.select({ n: count10() }).from(clothingSetProducts).innerJoin(products, eq70(products.id, clothingSetProducts.product_id)).leftJoin(parent3, eq70(parent3.id, products.parent_id)).where(holds);
  const held3 = await ctx.db.select({
    id: products.id,
    sku: products.sku,
    name: sql70`coalesce(${clothingSetProducts.name}, ${products.name})`.as("name"),
    parent_id: parent3.id,
    parent_sku: parent3.sku,
    parent_name: parent3.name,
    price: sql70`coalesce(${clothingSetProducts.price}, ${products.price})`.mapWith(Number).as("price"),
    decoration: clothingSetProducts.decoration,
    variation_colour: products.variation_colour,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    is_non_returnable: or14(
      sql70`${products.is_non_returnable}`,
      sql70`coalesce(${parent3.is_non_returnable}, ${products.is_non_returnable})`
    ),
    discontinued_at: products.discontinued_at,
    picture: pictureOf(products.id).as("picture"),
    parent_picture: pictureOf(parent3.id).as("parent_picture")
  }).from(clothingSetProducts).innerJoin(products, eq70(products.id, clothingSetProducts.product_id)).leftJoin(parent3, eq70(parent3.id, products.parent_id)).where(holds).orderBy(asc19(products.name), asc19(products.sku)).limit(MOST_PRODUCTS);
  return {
    ...found(set),
    media: [],
    counts: { products_count: total3?.n ?? 0 },
    products: held3.map(
      ({ parent_id, parent_sku, parent_name, variation_colour, variation_size_1, variation_size_2, picture, parent_picture, ...product2 }) => ({
        ...product2,
        is_non_returnable: Boolean(product2.is_non_returnable),
        parent: parent_id === null ? null : { id: parent_id, sku: parent_sku ?? "", name: parent_name ?? "" },
        attributes: { variation_colour, variation_size_1, variation_size_2 },
        media: mediaOf(picture, parent_picture)
      })
    )
  };
}

// server/clothing-sets/routes.ts
var setParam = idParam.extend({ setId: z45.coerce.number().int().positive() });
var clothingSetRoutes = new Hono9().get(
  "/:id/clothing-sets",
  signedIn,
  describe("The clothing sets of a client company", pageSchema(setSchema), "clothing sets"),
  valid("param", idParam),
  valid("query", setQuery),
  async (c2) => c2.json(await listSets(reading(c2), c2.req.valid("param").id, c2.req.valid("query")))
).get(
  "/:id/clothing-sets/:setId",
  signedIn,
  describe("A clothing set and what it holds", wholeSetSchema, "clothing sets"),
  valid("param", setParam),
  async (c2) => {
    const { id: id9, setId } = c2.req.valid("param");
    return c2.json(await clothingSet(reading(c2), id9, setId));
  }
);

// server/dispatch/routes.ts
import { Hono as Hono10 } from "hono";
import { z as z49 } from "zod";

// shared/dispatch/edit-dispatch.ts
init_address();
import { z as z46 } from "zod";
var words5 = (most3) => z46.string().trim().max(most3).nullish();
var editDispatch3 = z46.object({
  version: z46.int().optional(),
  service_key: z46.string().trim().min(1).max(40).optional(),
  total_weight: z46.number().positive().max(1e4).optional(),
  total_items: z46.int().positive().max(1e3).optional(),
  mark_as_shipped: z46.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: words5(120),
  contact_email: words5(254),
  contact_phone: words5(64)
});
var setTracking4 = z46.object({
  tracking_number: z46.string().trim().min(1).max(80),
  consignment_number: z46.string().trim().max(80).nullish()
});

// server/picking/rounds-queries.ts
init_address();
import { and as and48, asc as asc20, desc as desc12, eq as eq71, inArray as inArray15, or as or15, sql as sql71 } from "drizzle-orm";
import { z as z47 } from "zod";
var roundsQuery = listQuery({ orderBy: ["released_at", "order_number", "submitted_at"], default: "released_at", per_page: 100 });
var named5 = z47.object({ id: z47.int(), name: z47.string() });
var roundRow = z47.object({
  id: z47.int().describe("The round"),
  order_id: z47.int(),
  uuid: z47.string(),
  order_number: z47.string(),
  state: z47.enum(roundStates),
  account: named5,
  site: named5.extend({ reference: z47.string().nullable() }).nullable(),
  picker: named5.nullable(),
  is_frozen: z47.boolean(),
  frozen_reason: z47.string().nullable(),
  is_sample: z47.boolean(),
  skip_dispatch: z47.boolean(),
  tote: z47.string().nullable(),
  client_po_reference: z47.string().nullable(),
  delivery_address: address.nullable(),
  submitted_at: z47.string().nullable(),
  released_at: z47.string(),
  started_at: z47.string().nullable(),
  claimed_at: z47.string().nullable().describe("Since when its picker has it"),
  paused_at: z47.string().nullable(),
  handed_over: z47.object({ name: z47.string(), at: z47.string() }).nullable().describe("Who let go of it last, and when"),
  picked_at: z47.string().nullable(),
  booked_at: z47.string().nullable(),
  qty_lines: z47.int(),
  qty_items: z47.int().describe("Allocated to the round"),
  qty_picked: z47.int(),
  qty_to_decorate: z47.int().describe("Picked lines with a decoration that are not ticked off")
});
function orderSearch(text5) {
  const texts = [accounts.name, sites.name, sites.reference_1, orders.client_po_reference].map((column) => contains(column, text5));
  return or15(.../^\d{1,15}$/.test(text5) ? [eq71(orders.id, Number(text5))] : [], ...texts);
}
var orderOf4 = { released_at: picks.released_at, order_number: orders.id, submitted_at: orders.submitted_at };
var lastPicker = alias(users, "last_picker");
var rounds = (db) => db.select({
  id: picks.id,
  order_id: orders.id,
  uuid: orders.uuid,
  state: picks.state,
  account: { id: accounts.id, name: accounts.name },
  site_id: sites.id,
  site_name: sites.name,
  site_reference: sites.reference_1,
  picker_id: users.id,
  picker_name: sql71`trim(${users.forenames} || ' ' || ${users.surname})`,
  is_frozen: orders.is_frozen,
  frozen_reason: orders.frozen_reason,
  is_sample: orders.is_sample,
  skip_dispatch: orders.skip_dispatch,
  tote: picks.tote,
  client_po_reference: orders.client_po_reference,
  delivery_address: orders.delivery_address,
  submitted_at: orders.submitted_at,
  released_at: picks.released_at,
  started_at: picks.started_at,
  claimed_at: picks.claimed_at,
  paused_at: picks.paused_at,
  handed_over_at: picks.handed_over_at,
  handed_over_name: sql71`trim(${lastPicker.forenames} || ' ' || ${lastPicker.surname})`,
  picked_at: picks.picked_at,
  booked_at: picks.booked_at
}).from(picks).innerJoin(orders, eq71(orders.id, picks.order_id)).innerJoin(accounts, eq71(accounts.id, orders.account_id)).leftJoin(sites, eq71(sites.id, orders.delivery_site_id)).leftJoin(users, eq71(users.id, picks.picker_id)).leftJoin(lastPicker, eq71(lastPicker.id, picks.handed_over_by));
var nothing4 = { qty_lines: 0, qty_items: 0, qty_picked: 0, qty_to_decorate: 0 };
async function hydrated2(ctx, read) {
  const counts = await countsOf(
    ctx,
    read.map(({ id: id9 }) => id9)
  );
  return read.map(({ site_id, site_name, site_reference, picker_id, picker_name, handed_over_at, handed_over_name, ...round }) => ({
    ...round,
    order_number: orderNumber(round.order_id),
    site: site_id === null ? null : { id: site_id, name: site_name ?? "", reference: site_reference },
    picker: picker_id === null ? null : { id: picker_id, name: picker_name },
    handed_over: handed_over_at === null ? null : { name: handed_over_name, at: handed_over_at },
    ...counts.get(round.id) ?? nothing4
  }));
}
async function listRounds(ctx, states, query) {
  const where = and48(
    sql71`${picks.state} not in ('shipped', 'closed')`,
    inArray15(picks.state, states),
    query.search ? orderSearch(query.search) : void 0
  );
  const direction = query.sortedBy === "asc" ? asc20 : desc12;
  const [total3] = await ctx.db.select({ n: sql71`count(*)`.mapWith(Number) }).from(picks).innerJoin(orders, eq71(orders.id, picks.order_id)).innerJoin(accounts, eq71(accounts.id, orders.account_id)).leftJoin(sites, eq71(sites.id, orders.delivery_site_id)).where(where);
  const page2 = await rounds(ctx.db).where(where).orderBy(direction(orderOf4[query.orderBy]), direction(picks.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  return pageOf(await hydrated2(ctx, page2), query, total3?.n ?? 0);
}
async function roundById(ctx, pick_id) {
  const [round] = await hydrated2(ctx, await rounds(ctx.db).where(eq71(picks.id, pick_id)));
  return found(round);
}
async function countsOf(ctx, ids3) {
  if (!ids3.length) return /* @__PURE__ */ new Map();
  const counted2 = await ctx.db.select({
    pick_id: pickLines.pick_id,
    qty_lines: sql71`count(*)`.mapWith(Number),
    qty_items: sql71`sum(${pickLines.qty_allocated})`.mapWith(Number),
    qty_picked: sql71`sum(${pickLines.qty_picked})`.mapWith(Number),
    qty_to_decorate: sql71`sum(case when ${pickLines.qty_picked} > 0 and ${pickLines.prep_ticked_at} is null
        and coalesce(${orderLines.decoration}, '') <> '' then 1 else 0 end)`.mapWith(Number)
  }).from(pickLines).innerJoin(orderLines, eq71(orderLines.id, pickLines.order_line_id)).where(inArray15(pickLines.pick_id, [...ids3])).groupBy(pickLines.pick_id);
  return new Map(counted2.map(({ pick_id, ...counts }) => [pick_id, counts]));
}

// server/dispatch/services.ts
import { z as z48 } from "zod";
var shippingService = z48.object({
  service_key: z48.string(),
  name: z48.string(),
  label: z48.string(),
  max_weight_kg: z48.number().nullable()
});
var shippingChoices = z48.object({
  groups: z48.array(z48.object({ carrier: z48.string(), name: z48.string(), services: z48.array(shippingService) })),
  default_weight: z48.number().describe("Kilograms"),
  default_items: z48.int().describe("Boxes")
});
var shippingServices = ({ DEFAULT_BOX_WEIGHT_KG, DEFAULT_BOX_COUNT }) => ({
  groups: shipping_services_default.groups.map(({ carrier: carrier2, name: name4, services: services2 }) => ({
    carrier: carrier2,
    name: name4,
    services: services2.map((service) => ({ ...service, label: serviceName(service.service_key) }))
  })),
  default_weight: DEFAULT_BOX_WEIGHT_KG,
  default_items: DEFAULT_BOX_COUNT
});

// server/dispatch/stuck-order.ts
import { and as and49, eq as eq72, inArray as inArray16, sql as sql72 } from "drizzle-orm";
async function waitingDispatch(ctx, uuid) {
  const order = await findOrder(ctx, uuid);
  const [waiting2] = await ctx.db.select({ id: dispatches.id }).from(dispatchOrders).innerJoin(dispatches, eq72(dispatches.id, dispatchOrders.dispatch_id)).where(and49(eq72(dispatchOrders.order_id, order.id), inArray16(dispatches.state, ["requested", "booking", "failed"])));
  if (!waiting2) throw conflict("not_stuck", messages.not_stuck);
  const dispatch = await findDispatch(ctx, waiting2.id);
  if (dispatch.state === "shipped" || dispatch.state === "void") throw conflict("not_stuck", messages.not_stuck);
  if (dispatch.rounds.some(({ is_frozen }) => is_frozen)) throw conflict("order_frozen", messages.order_frozen);
  return { order_id: order.id, dispatch };
}
var isInFlight = ({ state, asked_at, asking_until }, { now, services: services2 }) => {
  if (state !== "booking") return false;
  const longest = Date.parse(asked_at ?? now) + services2.settings.STUCK_AFTER_MINUTES * 6e4;
  return Date.parse(now) < Math.max(longest, Date.parse(asking_until ?? now));
};
async function setAsAllocated(ctx, uuid) {
  authorize(policy.allocate(ctx.actor));
  const { order_id, dispatch } = await waitingDispatch(ctx, uuid);
  if (isInFlight(dispatch, ctx)) throw conflict("booking_in_flight", messages.booking_in_flight);
  await ctx.db.update(dispatches).set({ state: "void", asking_until: null, version: sql72`${dispatches.version} + 1` }).where(eq72(dispatches.id, dispatch.id));
  const others2 = dispatch.rounds.filter((round) => round.order_id !== order_id).map(({ pick_id }) => pick_id);
  if (others2.length) await ctx.db.update(picks).set({ state: "booked" }).where(inArray16(picks.id, others2));
  for (const { pick_id } of dispatch.rounds.filter((round) => round.order_id === order_id)) await closePick(ctx, pick_id, "reopened");
  await openPick(ctx, order_id);
  await refreshStatus(
    ctx,
    dispatch.rounds.map((round) => round.order_id)
  );
  await audit(ctx, "order.set_as_allocated", { type: "order", id: order_id }, { dispatch_id: dispatch.id }, null);
  return fulfilmentOf(ctx, order_id);
}
async function setAsDispatched(ctx, uuid) {
  authorize(policy.allocate(ctx.actor));
  const { order_id, dispatch } = await waitingDispatch(ctx, uuid);
  await audit(ctx, "order.set_as_dispatched", { type: "order", id: order_id }, null, { dispatch_id: dispatch.id });
  await shipDispatches(ctx, [dispatch.id]);
  return fulfilmentOf(ctx, order_id);
}

// server/dispatch/routes.ts
var dispatchRoutes = new Hono10().get("/shipping/services", signedIn, describe("Services, default weight and boxes", shippingChoices, "dispatch"), (c2) => {
  authorize(policy.dispatch(c2.get("actor")));
  return c2.json(shippingServices(c2.get("services").settings));
}).get(
  "/shipping/orders",
  signedIn,
  describe("Orders ready for dispatch", pageSchema(roundRow), "dispatch"),
  valid("query", roundsQuery),
  async (c2) => {
    authorize(policy.dispatch(c2.get("actor")));
    return c2.json(await listRounds(reading(c2), ["booked"], c2.req.valid("query")));
  }
).post(
  "/shipping/orders/dispatch",
  signedIn,
  describe("Dispatch orders, all or none of them", z49.object({ items: z49.array(dispatchRow2) }), "dispatch"),
  valid("json", requestDispatch2),
  async (c2) => {
    const items = await write(c2, async (ctx) => ({ items: await dispatchesById(ctx, await requestDispatch3(ctx, c2.req.valid("json"))) }), 201);
    return c2.json(items, 201);
  }
).get(
  "/shipping/orders/dispatches",
  signedIn,
  describe("Dispatches", pageSchema(dispatchRow2), "dispatch"),
  valid("query", dispatchesQuery),
  async (c2) => {
    authorize(policy.dispatch(c2.get("actor")));
    return c2.json(await listDispatches(reading(c2), c2.req.valid("query")));
  }
).get(
  "/shipping/orders/dispatches/:id",
  signedIn,
  describe("A dispatch", dispatchRow2, "dispatch"),
  valid("param", idParam),
  valid("query", dispatchInclude),
  async (c2) => {
    authorize(policy.dispatch(c2.get("actor")));
    return c2.json(await dispatchOf(reading(c2), c2.req.valid("param").id, c2.req.valid("query").include?.includes("lines")));
  }
).put(
  "/shipping/orders/dispatches/:id",
  signedIn,
  describe("Change a dispatch, or ship it with its tracking number", dispatchRow2, "dispatch"),
  valid("param", idParam),
  valid("json", editDispatch3.extend(setTracking4.partial().shape)),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    const { tracking_number, consignment_number, version: version3, ...changes } = c2.req.valid("json");
    const edits = Object.values(changes).some((value2) => value2 !== void 0);
    return c2.json(
      await write(c2, async (ctx) => {
        if (edits || tracking_number === void 0) await editDispatch2(ctx, id9, { version: version3, ...changes });
        if (tracking_number !== void 0) await setTracking2(ctx, id9, { tracking_number, consignment_number });
        return dispatchOf(ctx, id9);
      })
    );
  }
).post(
  "/orders/:uuid/set-as-allocated",
  signedIn,
  describe("Take an order that waits for its courier back to picking; with dispatched, say that it has left", fulfilment, "dispatch"),
  valid("param", uuidParam),
  valid("query", z49.object({ dispatched: queryFlag.default(false) })),
  async (c2) => {
    const { uuid } = c2.req.valid("param");
    const { dispatched: dispatched2 } = c2.req.valid("query");
    return c2.json(await write(c2, (ctx) => dispatched2 ? setAsDispatched(ctx, uuid) : setAsAllocated(ctx, uuid)));
  }
);

// server/documents/routes.ts
import { Hono as Hono11 } from "hono";
import { z as z51 } from "zod";

// shared/documents/label-request.ts
import { z as z50 } from "zod";
var MOST_DISPATCHES = 200;
var id5 = z50.coerce.number().int().positive();
var oneOrMany = z50.union([id5.transform((one2) => [one2]), z50.array(id5).min(1).max(MOST_DISPATCHES)]);
var count11 = z50.union([z50.literal("").transform(() => 1), z50.coerce.number().int().min(0).max(limits.labels_per_bag)]);
var labelQuery = z50.looseObject({ "dispatch_ids[]": oneOrMany.optional(), order: id5.optional() });
function labelRequestOf(query) {
  const { "dispatch_ids[]": dispatch_ids, order } = query;
  if (dispatch_ids === void 0 === (order === void 0)) return null;
  if (dispatch_ids) return { dispatch_ids: [...new Set(dispatch_ids)] };
  const counts = /* @__PURE__ */ new Map();
  for (const [key, value2] of Object.entries(query)) {
    if (!key.startsWith("q[")) continue;
    const employee_id = /^q\[(\d{1,15})\]$/.exec(key)?.[1];
    const parsed = count11.safeParse(value2);
    if (employee_id === void 0 || !parsed.success) return null;
    counts.set(Number(employee_id), parsed.data);
  }
  return { order_id: order ?? 0, counts };
}

// server/documents/find-delivery-note.ts
import { and as and50, asc as asc21, eq as eq73, ne as ne3 } from "drizzle-orm";

// data/reference/provider.json
var provider_default = {
  name: "Kitroom Workwear",
  address_line_1: "Unit 4, Calder Trading Estate",
  address_line_2: "Huddersfield Road",
  address_line_3: "Brighouse",
  postcode: "HD6 1PE",
  contact_phone: "01632 960 100"
};

// server/documents/product-words.ts
var productColumns = {
  sku: products.sku,
  bin: products.bin,
  colour: products.variation_colour,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size
};

// server/documents/find-delivery-note.ts
async function findDeliveryNote(ctx, uuid, dispatch_id) {
  const { db } = ctx;
  const order = await findOrder(ctx, uuid);
  const [known2] = await db.select({
    service_key: dispatches.service_key,
    total_weight: dispatches.total_weight,
    total_items: dispatches.total_items,
    dispatched_at: dispatches.dispatched_at,
    delivery_address: dispatches.delivery_address,
    contact_name: dispatches.contact_name,
    contact_phone: dispatches.contact_phone,
    account: accounts.name,
    site: sites.name,
    tracking_number: consignments.tracking_number
  }).from(dispatchOrders).innerJoin(dispatches, eq73(dispatches.id, dispatchOrders.dispatch_id)).innerJoin(accounts, eq73(accounts.id, dispatches.account_id)).leftJoin(sites, eq73(sites.id, dispatches.site_id)).leftJoin(consignments, eq73(consignments.dispatch_id, dispatches.id)).where(and50(eq73(dispatchOrders.dispatch_id, dispatch_id), eq73(dispatchOrders.order_id, order.id), ne3(dispatches.state, "void")));
  const { account: account2, site, delivery_address, contact_name, contact_phone, service_key, ...dispatch } = found(known2);
  return {
    ...dispatch,
    dispatch_number: dispatchNumber(dispatch_id),
    provider: provider_default,
    client: account2,
    to: { ...delivery_address, name: [account2, site].filter(Boolean).join(", "), contact_name, contact_phone },
    service: serviceName(service_key),
    orders: await deliveredOrders(ctx, dispatch_id)
  };
}
async function deliveredOrders({ db, actor }, dispatch_id) {
  const lines2 = await db.select({
    order_id: orders.id,
    po_reference: orders.client_po_reference,
    customer_notes: orders.customer_notes,
    employee_id: users.id,
    forenames: users.forenames,
    surname: users.surname,
    employee_number: users.employee_number,
    product: products.name,
    decoration: orderLines.decoration,
    quantity: dispatchLines.quantity,
    ...productColumns
  }).from(dispatchLines).innerJoin(orders, eq73(orders.id, dispatchLines.order_id)).innerJoin(orderLines, eq73(orderLines.id, dispatchLines.order_line_id)).innerJoin(users, eq73(users.id, orderLines.employee_id)).innerJoin(products, eq73(products.id, dispatchLines.product_id)).where(and50(eq73(dispatchLines.dispatch_id, dispatch_id), visibleLines(actor))).orderBy(asc21(orders.id), asc21(users.surname), asc21(users.forenames), asc21(users.id), asc21(dispatchLines.id));
  const delivered = /* @__PURE__ */ new Map();
  for (const { order_id, po_reference, customer_notes, forenames, surname, ...line2 } of lines2) {
    const order = delivered.get(order_id) ?? { order_number: orderNumber(order_id), po_reference, customer_notes, lines: [] };
    order.lines.push({ ...line2, wearer: `${forenames} ${surname}`.trim(), size: sizeOf(line2) });
    delivered.set(order_id, order);
  }
  return [...delivered.values()];
}

// server/documents/find-labels.ts
import { and as and51, asc as asc22, eq as eq74, inArray as inArray17, ne as ne4, sql as sql73 } from "drizzle-orm";
async function findDispatchLabels({ db, actor }, ids3) {
  authorize(policy.dispatch(actor));
  const known2 = await db.select({
    id: dispatches.id,
    service_key: dispatches.service_key,
    total_weight: dispatches.total_weight,
    total_items: dispatches.total_items,
    delivery_address: dispatches.delivery_address,
    contact_name: dispatches.contact_name,
    contact_phone: dispatches.contact_phone,
    account: accounts.name,
    site: sites.name,
    consignment_number: consignments.consignment_number
  }).from(dispatches).innerJoin(accounts, eq74(accounts.id, dispatches.account_id)).leftJoin(sites, eq74(sites.id, dispatches.site_id)).leftJoin(consignments, eq74(consignments.dispatch_id, dispatches.id)).where(and51(inArray17(dispatches.id, [...ids3]), ne4(dispatches.state, "void")));
  const carried2 = await db.select({ dispatch_id: dispatchOrders.dispatch_id, order_id: orders.id, po_reference: orders.client_po_reference }).from(dispatchOrders).innerJoin(orders, eq74(orders.id, dispatchOrders.order_id)).where(and51(inArray17(dispatchOrders.dispatch_id, [...ids3]), visibleOrders(actor))).orderBy(asc22(orders.id));
  const byId4 = new Map(known2.map((dispatch) => [dispatch.id, dispatch]));
  return ids3.map((id9) => {
    const { delivery_address, account: account2, site, contact_name, contact_phone, ...dispatch } = found(byId4.get(id9));
    const mine = carried2.filter(({ dispatch_id }) => dispatch_id === id9);
    return {
      id: id9,
      dispatch_number: dispatchNumber(id9),
      consignment_number: dispatch.consignment_number,
      service: serviceName(dispatch.service_key),
      order_numbers: mine.map(({ order_id }) => orderNumber(order_id)),
      po_references: [...new Set(mine.flatMap(({ po_reference }) => po_reference ? [po_reference] : []))],
      from: provider_default,
      to: { ...delivery_address, name: [account2, site].filter(Boolean).join(", "), contact_name, contact_phone },
      total_weight: dispatch.total_weight,
      total_items: dispatch.total_items
    };
  });
}
async function findOrderLabels(ctx, order_id, counts) {
  const { db, actor } = ctx;
  authorize(policy.prep(actor));
  const order = await findOrder(ctx, order_id);
  const [about] = await db.select({ client: accounts.name, site: sites.name }).from(orders).innerJoin(accounts, eq74(accounts.id, orders.account_id)).leftJoin(sites, eq74(sites.id, orders.delivery_site_id)).where(eq74(orders.id, order.id));
  const { client, site } = found(about);
  const bags2 = (await wearersOf(ctx, order.id)).filter(({ qty_items }) => qty_items > 0);
  const known2 = new Set(bags2.map(({ id: id9 }) => id9));
  const strangers = [...counts.keys()].filter((id9) => !known2.has(id9));
  if (strangers.length > 0) throw invalid(Object.fromEntries(strangers.map((id9) => [`q.${id9}`, messages.no_bag])));
  const wearers2 = bags2.map(({ id: id9, forenames, surname, employee_number, qty_items }) => ({
    employee_id: id9,
    name: `${forenames} ${surname}`.trim(),
    employee_number,
    qty_items,
    count: counts.size === 0 ? 1 : counts.get(id9) ?? 0
  })).filter((wearer) => wearer.count > 0);
  if (wearers2.length === 0) throw invalid({ q: messages.no_labels });
  return { id: order.id, order_number: orderNumber(order.id), client, site, po_reference: order.client_po_reference, wearers: wearers2 };
}
async function wearersOf({ db }, order_id) {
  const columns7 = { id: users.id, forenames: users.forenames, surname: users.surname, employee_number: users.employee_number };
  const [round] = await db.select({ id: picks.id, state: picks.state }).from(picks).where(and51(eq74(picks.order_id, order_id), ne4(picks.state, "closed"))).orderBy(sql73`${picks.id} desc`).limit(1);
  const byName = [asc22(users.surname), asc22(users.forenames), asc22(users.id)];
  if (!round) {
    const qty_items2 = sql73`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`.mapWith(Number);
    return db.select({ ...columns7, qty_items: qty_items2 }).from(orderLines).innerJoin(users, eq74(users.id, orderLines.employee_id)).where(eq74(orderLines.order_id, order_id)).groupBy(users.id).orderBy(...byName);
  }
  const isPicked3 = !["released", "picking", "paused"].includes(round.state);
  const qty_items = sql73`sum(${isPicked3 ? pickLines.qty_picked : pickLines.qty_allocated})`.mapWith(Number);
  return db.select({ ...columns7, qty_items }).from(pickLines).innerJoin(orderLines, eq74(orderLines.id, pickLines.order_line_id)).innerJoin(users, eq74(users.id, orderLines.employee_id)).where(eq74(pickLines.pick_id, round.id)).groupBy(users.id).orderBy(...byName);
}

// server/documents/find-picking-list.ts
import { and as and52, eq as eq75, notInArray as notInArray8 } from "drizzle-orm";
async function findPickingList(ctx, uuid) {
  const { db, actor } = ctx;
  authorize(policy.pick(actor));
  const order = await findOrder(ctx, uuid);
  const [round] = await db.select({ id: picks.id, client: accounts.name, site: sites.name }).from(picks).innerJoin(orders, eq75(orders.id, picks.order_id)).innerJoin(accounts, eq75(accounts.id, orders.account_id)).leftJoin(sites, eq75(sites.id, orders.delivery_site_id)).where(and52(eq75(picks.order_id, order.id), notInArray8(picks.state, ["shipped", "closed"])));
  if (!round) throw conflict("pick_closed", messages.not_in_round);
  const lines2 = await db.select({
    id: pickLines.id,
    product: products.name,
    decoration: orderLines.decoration,
    notes: orderLines.notes,
    forenames: users.forenames,
    surname: users.surname,
    qty_allocated: pickLines.qty_allocated,
    ...productColumns
  }).from(pickLines).innerJoin(orderLines, eq75(orderLines.id, pickLines.order_line_id)).innerJoin(users, eq75(users.id, orderLines.employee_id)).innerJoin(products, eq75(products.id, pickLines.product_id)).where(eq75(pickLines.pick_id, round.id));
  return {
    order_number: orderNumber(order.id),
    client: round.client,
    site: round.site,
    po_reference: order.client_po_reference,
    submitted_at: order.submitted_at,
    customer_notes: order.customer_notes,
    lines: lines2.sort((a, b) => byBin(a.bin, b.bin) || a.id - b.id).map(({ id: _id, forenames, surname, ...line2 }) => ({ ...line2, wearer: `${forenames} ${surname}`.trim(), size: sizeOf(line2) }))
  };
}
async function notePickingListPrinted(ctx, uuid) {
  authorize(policy.pick(ctx.actor));
  const { id: id9 } = found(await findOrder(ctx, uuid));
  await ctx.db.update(orders).set({ printed_at: ctx.now }).where(eq75(orders.id, id9));
}

// server/documents/print.ts
import { createRequire } from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
var KEPT_THREADS = 1;
var MAX_THREADS = 2;
var MAX_WAITING = 200;
var IDLE_MS = 6e4;
var printers;
async function print2(job) {
  printers ??= startPrinters();
  const threads = await printers;
  if (threads.queueSize >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { "Retry-After": "5" });
  return threads.run(job);
}
async function startPrinters() {
  const { Piscina } = await import("piscina");
  const extension = extname(fileURLToPath(import.meta.url));
  return new Piscina({
    filename: new URL(`./worker${extension}`, import.meta.url).href,
    minThreads: KEPT_THREADS,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    execArgv: extension === ".ts" ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href] : []
  });
}

// server/documents/routes.ts
var MOST_PAGES = 1e3;
var dispatchParam = uuidParam.extend({ id: z51.coerce.number().int().positive() });
function pdf(c2, name4, bytes) {
  c2.header("Content-Type", "application/pdf");
  c2.header("Content-Disposition", `inline; filename="${name4}.pdf"`);
  c2.header("Cache-Control", "private, no-store");
  return c2.body(Uint8Array.from(bytes).buffer);
}
var today = (c2) => c2.get("services").clock().toISOString().slice(0, 10);
var documentRoutes = new Hono11().get(
  "/admin/labels",
  signedInForDocuments,
  describe("Labels as 4 x 6 inch pages", void 0, "documents"),
  valid("query", labelQuery),
  async (c2) => {
    const request2 = labelRequestOf(c2.req.valid("query"));
    if (!request2) throw invalid({ order: messages.labels_of_what });
    if ("dispatch_ids" in request2) {
      const dispatches2 = await findDispatchLabels(reading(c2), request2.dispatch_ids);
      const boxes = dispatches2.reduce((sum3, { total_items }) => sum3 + total_items, 0);
      if (boxes > MOST_PAGES) throw invalid({ dispatch_ids: messages.too_many_labels(MOST_PAGES) });
      return pdf(c2, `consignment-labels-${today(c2)}`, await print2({ kind: "consignment_labels", dispatches: dispatches2 }));
    }
    const order = await findOrderLabels(reading(c2), request2.order_id, request2.counts);
    const bags2 = order.wearers.reduce((sum3, { count: count17 }) => sum3 + count17, 0);
    if (bags2 > MOST_PAGES) throw invalid({ q: messages.too_many_labels(MOST_PAGES) });
    return pdf(c2, `order-${order.order_number}-labels-${today(c2)}`, await print2({ kind: "order_labels", order }));
  }
).get(
  "/orders/:uuid/dispatch/:id/delivery-note",
  signedInForDocuments,
  describe("The delivery note of a dispatch", void 0, "documents"),
  valid("param", dispatchParam),
  async (c2) => {
    const { uuid, id: id9 } = c2.req.valid("param");
    const note = await findDeliveryNote(reading(c2), uuid, id9);
    return pdf(c2, `delivery-note-${note.dispatch_number}-${today(c2)}`, await print2({ kind: "delivery_note", note }));
  }
).get(
  "/admin/picking/orders/:uuid/download",
  signedInForDocuments,
  describe("The picking list of an order", void 0, "documents"),
  valid("param", uuidParam),
  async (c2) => {
    const { uuid } = c2.req.valid("param");
    const list2 = await findPickingList(reading(c2), uuid);
    const bytes = await print2({ kind: "picking_list", list: list2 });
    if (c2.req.method === "GET") await c2.get("services").database.unitOfWork((db) => notePickingListPrinted(contextOf(c2, db), uuid));
    return pdf(c2, `picking-list-${list2.order_number}-${today(c2)}`, bytes);
  }
);

// server/error-codes/routes.ts
import { Hono as Hono12 } from "hono";
import { z as z54 } from "zod";

// shared/picking/error-code.ts
import { z as z52 } from "zod";
var newErrorCode = z52.object({
  code: z52.string().trim().min(1).max(60),
  description: z52.string().trim().min(1).max(200),
  requires_input: z52.boolean().default(false)
});
var errorCodeChange = z52.object({
  code: newErrorCode.shape.code.optional(),
  description: newErrorCode.shape.description.optional(),
  requires_input: z52.boolean().optional()
});

// server/error-codes/change-error-code.ts
import { and as and53, eq as eq76, ne as ne5 } from "drizzle-orm";

// server/error-codes/error-code-queries.ts
import { asc as asc23 } from "drizzle-orm";
import { z as z53 } from "zod";
var errorCode = z53.object({ id: z53.int(), code: z53.string(), description: z53.string(), requires_input: z53.boolean() });
var errorCodeColumns = {
  id: errorCodes.id,
  code: errorCodes.code,
  description: errorCodes.description,
  requires_input: errorCodes.requires_input
};
var all4 = prepared("error_codes", (db) => db.select(errorCodeColumns).from(errorCodes).orderBy(asc23(errorCodes.code)));
var listErrorCodes = (ctx) => all4(ctx.db);

// server/error-codes/change-error-code.ts
async function changeErrorCode(ctx, id9, said) {
  authorize(policy.edit_error_codes(ctx.actor));
  const [before] = await ctx.db.select(errorCodeColumns).from(errorCodes).where(eq76(errorCodes.id, id9));
  const after3 = { ...found(before), ...said };
  const taken = await ctx.db.select({ id: errorCodes.id }).from(errorCodes).where(and53(eq76(errorCodes.code, after3.code), ne5(errorCodes.id, id9)));
  if (taken.length) throw invalid({ code: messages.code_taken });
  const { code, description, requires_input } = after3;
  await ctx.db.update(errorCodes).set({ code, description, requires_input }).where(eq76(errorCodes.id, id9));
  await audit(ctx, "error_code.changed", { type: "error_code", id: id9 }, before, after3);
  return after3;
}

// server/error-codes/create-error-code.ts
async function createErrorCode(ctx, said) {
  authorize(policy.edit_error_codes(ctx.actor));
  const [made] = await ctx.db.insert(errorCodes).values(said).onConflictDoNothing().returning(errorCodeColumns);
  if (!made) throw invalid({ code: messages.code_taken });
  await audit(ctx, "error_code.created", { type: "error_code", id: made.id }, null, made);
  return made;
}

// server/error-codes/routes.ts
var errorCodeRoutes = new Hono12().get("/", signedIn, describe("Reasons for picking anomalies", z54.object({ items: z54.array(errorCode) }), "picking"), async (c2) => {
  authorize(policy.pick(c2.get("actor")));
  return c2.json({ items: await listErrorCodes(reading(c2)) });
}).post(
  "/",
  signedIn,
  describe("Add a reason", errorCode, "picking"),
  valid("json", newErrorCode),
  async (c2) => c2.json(await write(c2, (ctx) => createErrorCode(ctx, c2.req.valid("json")), 201), 201)
).put(
  "/:id",
  signedIn,
  describe("Change a reason", errorCode, "picking"),
  valid("param", idParam),
  valid("json", errorCodeChange),
  async (c2) => c2.json(await write(c2, (ctx) => changeErrorCode(ctx, c2.req.valid("param").id, c2.req.valid("json"))))
);

// server/files/routes.ts
import { Hono as Hono13 } from "hono";

// server/files/find-file.ts
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { eq as eq77, sql as sql74 } from "drizzle-orm";

// server/files/store-file.ts
import { dirname, join as join2 } from "node:path";
var folderOf = (data_dir) => join2(data_dir, "files");
var pathOf = (data_dir, hash3) => join2(folderOf(data_dir), hash3.slice(0, 2), hash3);

// server/files/find-file.ts
var fileByHash = prepared(
  "file_by_hash",
  (db) => db.select({ type: files.type, size: files.size }).from(files).where(eq77(files.hash, sql74.placeholder("hash")))
);
async function findFile({ db, services: services2 }, hash3) {
  const [file] = await fileByHash(db, { hash: hash3 });
  const { type, size } = found(file);
  const path = pathOf(services2.settings.DATA_DIR, hash3);
  const there = await stat(path).catch(() => null);
  if (there?.size !== size) {
    services2.log.error({ hash: hash3, expected: size, there: there?.size ?? null }, "a registered file is missing or damaged");
    throw notFound();
  }
  return { type, size, bytes: () => Readable.toWeb(createReadStream(path)) };
}

// server/files/routes.ts
var dispositionOf = (type, hash3) => {
  const extension = type.match(/^\w+\/(\w+)/)?.[1] ?? "bin";
  return `${type.startsWith("image/") ? "inline" : "attachment"}; filename="${hash3.slice(0, 16)}.${extension}"`;
};
var fileRoutes = new Hono13().get("/:hash", signedInForDocuments, describe("A stored file", void 0, "files"), async (c2) => {
  const hash3 = c2.req.param("hash");
  if (!/^[0-9a-f]{64}$/.test(hash3)) throw notFound();
  const { type, size, bytes } = await findFile(reading(c2), hash3);
  c2.header("Cache-Control", "private, max-age=31536000, immutable");
  c2.header("ETag", `"${hash3}"`);
  c2.header("X-Content-Type-Options", "nosniff");
  c2.header("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");
  c2.header("Cross-Origin-Resource-Policy", "same-origin");
  if (c2.req.header("If-None-Match") === `"${hash3}"`) return c2.body(null, 304);
  c2.header("Content-Type", type);
  c2.header("Content-Length", String(size));
  c2.header("Content-Disposition", dispositionOf(type, hash3));
  return c2.body(bytes());
});

// server/http/body-limit.ts
import { bodyLimit } from "hono/body-limit";
import { createMiddleware as createMiddleware2 } from "hono/factory";
var tooLarge = () => {
  throw new Problem(413, { message: messages.too_large });
};
var atMost = (bytes) => {
  const counted2 = bodyLimit({ maxSize: bytes, onError: tooLarge });
  return createMiddleware2((c2, next2) => {
    const declared = c2.req.header("Transfer-Encoding") === void 0 ? c2.req.header("Content-Length") : void 0;
    if (declared === void 0) return counted2(c2, next2);
    return Number(declared) <= bytes ? next2() : tooLarge();
  });
};

// server/http/compressed.ts
import { compress } from "hono/compress";
import { createMiddleware as createMiddleware3 } from "hono/factory";
var compressed = compress({ threshold: 1024 });
var compressedForThoseWhoAsk = createMiddleware3((c2, next2) => c2.req.header("Accept-Encoding") ? compressed(c2, next2) : next2());

// server/http/docs.ts
import { Hono as Hono14 } from "hono";
import { html, raw } from "hono/html";
import { generateSpecs } from "hono-openapi";
var methods = ["get", "post", "put", "delete"];
var schemaOf = (content) => {
  const [first] = Object.values(content ?? {});
  return first?.schema ? JSON.stringify(first.schema, null, 2) : null;
};
var block = (title, schema) => schema ? html`<details><summary>${title}</summary><pre>${schema}</pre></details>` : "";
var operationSection = ({ method, path, operation }) => {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody;
  const answer = operation.responses?.["200"];
  return html`<article id="${method}-${path}">
    <h3><code class="${method}">${method.toUpperCase()}</code> <code>${path}</code></h3>
    <p>${operation.summary ?? ""}</p>
    ${parameters.length ? html`<p class="small">${parameters.map((parameter) => html`<code>${parameter.name}</code> <span>${parameter.in}${parameter.required ? ", required" : ""}</span> `)}</p>` : ""}
    ${block("Body", schemaOf(body?.content))} ${block("Answer", schemaOf(answer?.content))}
  </article>`;
};
var style2 = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1a17;background:#f5f3ef}
h1{font-size:1.5rem}h2{margin-top:2.5rem;border-bottom:1px solid #dcd8d0;text-transform:capitalize}h3{margin:1.5rem 0 0;font-size:1rem;font-weight:500}
code{font-size:.95em}p{margin:.25rem 0}.small{color:#635f57;font-size:.85rem}.get{color:#14602f}.post,.put{color:#174a7c}.delete{color:#a01c12}
pre{overflow:auto;background:#fff;border:1px solid #dcd8d0;border-radius:5px;padding:.75rem;font-size:.8rem;max-height:28rem}summary{cursor:pointer;color:#174a7c}
nav a{margin-right:1rem;color:#174a7c;text-transform:capitalize}
@media(prefers-color-scheme:dark){body{background:#161513;color:#f2efe9}h2,pre{border-color:#37342f}pre{background:#1f1e1b}.small{color:#a8a297}.get{color:#7dd3a0}.post,.put,summary,nav a{color:#8fbeee}.delete{color:#ff9f94}}`;
function docsRoutes(app) {
  let document;
  const spec = () => {
    document ??= generateSpecs(app, {
      documentation: {
        openapi: "3.1.0",
        info: {
          title: "Kitroom",
          version: "1",
          description: "Uniform and workwear ordering and fulfilment. Money is an integer number of pence, times are ISO 8601 in UTC."
        },
        components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
        security: [{ bearer: [] }]
      },
      defaultValidationErrorResponse: { description: "Invalid data: the first message of each field" }
    });
    return document;
  };
  return new Hono14().get("/openapi.json", async (c2) => c2.json(await spec())).get("/docs", async (c2) => {
    const { paths = {} } = await spec();
    const operations = Object.entries(paths).flatMap(
      ([path, item]) => methods.flatMap((method) => {
        const operation = item?.[method];
        return operation ? [{ method, path, operation }] : [];
      })
    );
    const areas = grouped(operations);
    const names = [...areas.keys()].sort();
    return c2.html(
      html`<!doctype html>
          <html lang="en-GB">
            <head>
              <meta charset="utf-8" />
              <meta name="viewport" content="width=device-width, initial-scale=1" />
              <title>Kitroom API</title>
              <style>
                ${raw(style2)}
              </style>
            </head>
            <body>
              <h1>Kitroom API</h1>
              <p>${operations.length} calls. The same as a document: <a href="/api/openapi.json">openapi.json</a></p>
              <nav>${names.map((name4) => html`<a href="#${name4}">${name4}</a>`)}</nav>
              ${names.map((name4) => html`<h2 id="${name4}">${name4}</h2>${(areas.get(name4) ?? []).map(operationSection)}`)}
            </body>
          </html>`
    );
  });
}
var grouped = (operations) => {
  const groups = /* @__PURE__ */ new Map();
  for (const each of operations) {
    const name4 = each.operation.tags?.[0] ?? "other";
    groups.set(name4, [...groups.get(name4) ?? [], each]);
  }
  return groups;
};

// server/http/observe.ts
import { randomUUID as randomUUID2 } from "node:crypto";
import { createMiddleware as createMiddleware4 } from "hono/factory";
import { routePath } from "hono/route";

// server/operations/metrics.ts
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
var registry = new Registry();
collectDefaultMetrics({ register: registry });
var requestSeconds = new Histogram({
  name: "kitroom_request_seconds",
  help: "Time to answer a request, by method, route and status.",
  labelNames: ["method", "route", "status"],
  buckets: [1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3],
  registers: [registry]
});
var requestsUnderWay = new Gauge({ name: "kitroom_requests_under_way", help: "Requests being answered now.", registers: [registry] });
var failures = new Counter({ name: "kitroom_failures_total", help: "Requests answered with a 5xx.", registers: [registry] });

// server/http/observe.ts
var observe = createMiddleware4(async (c2, next2) => {
  const given2 = c2.req.header("X-Request-Id");
  const request_id = given2 && /^[\w-]{8,64}$/.test(given2) ? given2 : randomUUID2();
  c2.set("request_id", request_id);
  c2.header("X-Request-Id", request_id);
  const started = performance.now();
  requestsUnderWay.inc();
  await next2();
  requestsUnderWay.dec();
  const took_ms = performance.now() - started;
  const { status } = c2.res;
  requestSeconds.observe({ method: c2.req.method, route: routePath(c2, -1), status }, took_ms / 1e3);
  if (status >= 500) failures.inc();
  const { log } = c2.get("services");
  const line2 = {
    request_id,
    method: c2.req.method,
    path: loggedPath(c2.req.path),
    status,
    took_ms: Math.round(took_ms * 10) / 10,
    who: c2.get("actor")?.id
  };
  if (status >= 500) log.warn(line2, "answered");
  else log.debug(line2, "answered");
});

// server/http/require-json.ts
import { createMiddleware as createMiddleware5 } from "hono/factory";
var requireJson = createMiddleware5(async (c2, next2) => {
  const hasBody = (c2.req.header("Content-Length") ?? "0") !== "0" || c2.req.header("Transfer-Encoding") !== void 0;
  const carriesBody = c2.req.method !== "GET" && c2.req.method !== "HEAD" && hasBody;
  const type = c2.req.header("Content-Type") ?? "";
  if (carriesBody && !/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)) throw new Problem(415, { message: messages.wrong_type });
  await next2();
});

// server/http/security-headers.ts
var policy2 = [
  "default-src 'self'",
  // The camera's code reader is WebAssembly; scripts are never made from text.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Radix and the virtual lists place things by style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "worker-src 'self'"
].join("; ");
var always = [
  ["Content-Security-Policy", policy2],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"]
];
function securityHeaders(isHttps) {
  const headers = isHttps ? [...always, ["Strict-Transport-Security", "max-age=31536000"]] : always;
  return async (c2, next2) => {
    for (const [name4, value2] of headers) c2.header(name4, value2);
    await next2();
  };
}

// server/http/static.ts
import { existsSync, readFileSync as readFileSync2 } from "node:fs";
import { join as join3, relative } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono as Hono15 } from "hono";
var dist = join3("/tmp/perf/server/db", "../../pwa/dist");
var cacheOf = (path) => path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
function staticFiles() {
  const files2 = new Hono15();
  if (!existsSync(dist)) return files2;
  files2.get(
    "*",
    serveStatic({
      root: relative(process.cwd(), dist) || ".",
      precompressed: true,
      onFound: (path, c2) => c2.header("Cache-Control", cacheOf(path))
    })
  );
  files2.get("*", (c2) => {
    if (c2.req.path.startsWith("/api/") || /\.\w+$/.test(c2.req.path)) throw notFound();
    try {
      return c2.html(readFileSync2(join3(dist, "index.html"), "utf8"), 200, { "Cache-Control": "no-cache" });
    } catch {
      throw notFound();
    }
  });
  return files2;
}

// server/mail/routes.ts
import { Hono as Hono16 } from "hono";

// server/mail/list-mail.ts
import { asc as asc24, count as count12, desc as desc13, or as or16, sql as sql75 } from "drizzle-orm";
import { z as z55 } from "zod";
var mailQuery = listQuery({ orderBy: ["created_at", "to", "subject", "sent_at"], default: "created_at", sortedBy: "desc", per_page: 25 });
var outgoingMail = z55.object({
  id: z55.number(),
  kind: z55.string(),
  to: z55.string(),
  subject: z55.string(),
  text: z55.string(),
  html: z55.string(),
  created_at: z55.string(),
  /** Null while it waits, and for ever where no mail server is set. */
  sent_at: z55.string().nullable(),
  /** When it was given up. */
  failed_at: z55.string().nullable(),
  attempts: z55.number(),
  /** What the mail server said at the last attempt. */
  error: z55.string().nullable()
});
var mailPage = pageSchema(outgoingMail);
var columns5 = {
  id: outbox.id,
  kind: outbox.kind,
  to: outbox.to,
  subject: outbox.subject,
  text: outbox.text,
  html: outbox.html,
  created_at: outbox.created_at,
  sent_at: outbox.sent_at,
  failed_at: outbox.failed_at,
  attempts: outbox.attempts,
  error: outbox.error
};
async function listMail({ db, actor, services: services2 }, query) {
  authorize(policy.read_mail(actor));
  const where = matching(query.search);
  const direction = query.sortedBy === "asc" ? asc24 : desc13;
  const [counted2] = await db.select({ total: count12() }).from(outbox).where(where);
  const mails = await db.select(columns5).from(outbox).where(where).orderBy(direction(outbox[query.orderBy]), direction(outbox.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const shown2 = services2.is_demo ? mails : mails.map((mail) => ({ ...mail, text: masked(mail.text), html: masked(mail.html) }));
  return pageOf(shown2, query, counted2?.total ?? 0);
}
function matching(search) {
  if (!search) return void 0;
  const pattern2 = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return or16(...[outbox.to, outbox.subject].map((column) => sql75`lower(${column}) like ${pattern2} escape '\\'`));
}
var masked = (letter2) => letter2.replace(/(token=|\/sizes\/)[\w-]+/g, "$1\u2022\u2022\u2022");

// server/mail/routes.ts
var mailRoutes = new Hono16().get(
  "/",
  signedIn,
  describe("Mail written by Kitroom", mailPage, "mail"),
  valid("query", mailQuery),
  async (c2) => c2.json(await listMail(reading(c2), c2.req.valid("query")))
);

// server/notices/routes.ts
import { Hono as Hono17 } from "hono";

// server/notices/download-notice.ts
import { and as and55, eq as eq79 } from "drizzle-orm";

// server/notices/notice-queries.ts
import { and as and54, asc as asc25, count as count13, desc as desc14, eq as eq78, gte as gte2, isNull as isNull33, lte as lte2, or as or17, sql as sql76 } from "drizzle-orm";
import { z as z56 } from "zod";
var noticeQuery = listQuery({ orderBy: ["name", "subject", "starts_at", "ends_at"], default: "name", per_page: limits.notices_page }).extend(
  {
    include: include(["is_new"])
  }
);
var noticeSchema = z56.object({
  id: z56.int(),
  name: z56.string(),
  subject: z56.string(),
  starts_at: z56.string().nullable(),
  ends_at: z56.string().nullable(),
  filename: z56.string().nullable().describe("Null where there is nothing to download"),
  is_new: z56.boolean().describe("Until the caller has downloaded it")
});
function visibleNotices(actor, now) {
  const running = and54(or17(isNull33(notices.starts_at), lte2(notices.starts_at, now)), or17(isNull33(notices.ends_at), gte2(notices.ends_at, now)));
  return and54(running, actor.role === "super" ? void 0 : meantFor(actor)) ?? nothing5;
}
var nothing5 = sql76`1 = 0`;
function meantFor({ role: role2, account_id, site_ids }) {
  const company = account_id ?? 0;
  const theirs = role2 === "client_admin" ? void 0 : among(sites.id, idList(site_ids));
  const toCompany = sql76`exists (select 1 from ${noticeAccounts} where ${noticeAccounts.notice_id} = ${notices.id} and ${noticeAccounts.account_id} = ${company})`;
  const toSite = sql76`exists (select 1 from ${noticeSites} join ${sites} on ${sites.id} = ${noticeSites.site_id}
    where ${noticeSites.notice_id} = ${notices.id} and ${and54(eq78(sites.account_id, company), theirs)})`;
  return or17(toCompany, toSite) ?? nothing5;
}
async function listNotices(ctx, query) {
  authorize(policy.read_notices(ctx.actor));
  const searched2 = query.search && query.search.length >= limits.search_min ? contains(notices.subject, query.search) : void 0;
  const where = and54(visibleNotices(ctx.actor, ctx.now), searched2);
  const way = query.sortedBy === "desc" ? desc14 : asc25;
  const [total3] = await ctx.db.select({ n: count13() }).from(notices).where(where);
  const rows2 = await ctx.db.select({
    id: notices.id,
    name: notices.name,
    subject: notices.subject,
    starts_at: notices.starts_at,
    ends_at: notices.ends_at,
    filename: notices.filename,
    file_id: notices.file_id,
    downloaded_at: noticeDownloads.at
  }).from(notices).leftJoin(noticeDownloads, and54(eq78(noticeDownloads.notice_id, notices.id), eq78(noticeDownloads.user_id, ctx.actor.id))).where(where).orderBy(way(notices[query.orderBy]), way(notices.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const items = rows2.map(({ file_id, filename, downloaded_at, ...notice }) => ({
    ...notice,
    filename: file_id === null ? null : filename ?? notice.name,
    is_new: downloaded_at === null
  }));
  return pageOf(items, query, total3?.n ?? 0);
}

// server/notices/download-notice.ts
async function noticeFile(ctx, id9) {
  authorize(policy.read_notices(ctx.actor));
  const [row2] = await ctx.db.select({ name: notices.name, filename: notices.filename, hash: files.hash }).from(notices).innerJoin(files, eq79(files.id, notices.file_id)).where(and55(eq79(notices.id, id9), visibleNotices(ctx.actor, ctx.now)));
  const { name: name4, filename, hash: hash3 } = found(row2);
  return { filename: filename ?? name4, ...await findFile(ctx, hash3) };
}
async function noteDownloaded(ctx, id9) {
  await ctx.db.insert(noticeDownloads).values({ notice_id: id9, user_id: ctx.actor.id, at: ctx.now }).onConflictDoNothing();
}

// server/notices/routes.ts
var noticeRoutes = new Hono17().get(
  "/",
  signedIn,
  describe("Notices that run now", pageSchema(noticeSchema), "notices"),
  valid("query", noticeQuery),
  async (c2) => c2.json(await listNotices(reading(c2), c2.req.valid("query")))
);
var named6 = (filename) => `filename="${filename.replace(/[^\w. -]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
var noticeDocumentRoutes = new Hono17().get(
  "/:id/download",
  signedInForDocuments,
  describe("The file of a notice", void 0, "notices"),
  valid("param", idParam),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    const { filename, type, size, bytes } = await noticeFile(reading(c2), id9);
    if (c2.req.method === "GET") await c2.get("services").database.unitOfWork((db) => noteDownloaded(contextOf(c2, db), id9));
    c2.header("Content-Type", type);
    c2.header("Content-Length", String(size));
    c2.header("Content-Disposition", `attachment; ${named6(filename)}`);
    c2.header("Cache-Control", "private, no-store");
    c2.header("X-Content-Type-Options", "nosniff");
    c2.header("Content-Security-Policy", "sandbox; default-src 'none'");
    return c2.body(bytes());
  }
);

// server/notifications/routes.ts
import { Hono as Hono18 } from "hono";
import { streamSSE } from "hono/streaming";
import { z as z58 } from "zod";

// server/notifications/mark-as-read.ts
import { and as and57, eq as eq81, isNull as isNull35 } from "drizzle-orm";

// server/notifications/channel.ts
var notificationChannel = "kitroom_notifications";
var MOST2 = 500;
async function announceNotifications(db, user_ids) {
  for (let from = 0; from < user_ids.length; from += MOST2) await announce(db, notificationChannel, JSON.stringify(user_ids.slice(from, from + MOST2)));
}

// server/notifications/notification-queries.ts
import { and as and56, count as count14, desc as desc15, eq as eq80, isNull as isNull34 } from "drizzle-orm";
import { z as z57 } from "zod";
var notificationQuery = listQuery({ orderBy: ["created_at"], default: "created_at", sortedBy: "desc", per_page: limits.notifications_page });
var notificationsSchema = z57.object({
  items: z57.array(
    z57.object({
      id: z57.int(),
      data: z57.object({ title: z57.string(), message: z57.string(), url: z57.string().optional() }),
      created_at: z57.string(),
      read_at: z57.string().nullable()
    })
  ),
  pages: z57.int(),
  current_page: z57.int(),
  per_page: z57.int(),
  total: z57.int(),
  last_page: z57.int(),
  unread_count: z57.int()
});
async function unreadCount(ctx) {
  const [unread] = await ctx.db.select({ n: count14() }).from(notifications).where(and56(eq80(notifications.user_id, ctx.actor.id), isNull34(notifications.read_at)));
  return unread?.n ?? 0;
}
async function listNotifications(ctx, query) {
  const mine = eq80(notifications.user_id, ctx.actor.id);
  const [all5] = await ctx.db.select({ n: count14() }).from(notifications).where(mine);
  const total3 = all5?.n ?? 0;
  const items = await ctx.db.select({ id: notifications.id, data: notifications.data, created_at: notifications.created_at, read_at: notifications.read_at }).from(notifications).where(mine).orderBy(desc15(notifications.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const pages = Math.max(1, Math.ceil(total3 / query.per_page));
  return { items, pages, current_page: query.page, per_page: query.per_page, total: total3, last_page: pages, unread_count: await unreadCount(ctx) };
}

// server/notifications/mark-as-read.ts
async function markAsRead(ctx, which3, isRead) {
  const mine = eq81(notifications.user_id, ctx.actor.id);
  const read_at = isRead ? ctx.now : null;
  if (which3 === "all")
    await ctx.db.update(notifications).set({ read_at }).where(isRead ? and57(mine, isNull35(notifications.read_at)) : mine);
  else {
    const [one2] = await ctx.db.update(notifications).set({ read_at }).where(and57(mine, eq81(notifications.id, which3))).returning({ id: notifications.id });
    found(one2);
  }
  await announceNotifications(ctx.db, [ctx.actor.id]);
  return { unread_count: await unreadCount(ctx) };
}

// server/notifications/watch-unread.ts
import { and as and58, eq as eq82, gt as gt8 } from "drizzle-orm";
var HEARTBEAT = 15e3;
var open2 = /* @__PURE__ */ new Set();
var isAbout = (message, user_id) => {
  try {
    const ids3 = JSON.parse(message);
    return Array.isArray(ids3) && ids3.includes(user_id);
  } catch {
    return false;
  }
};
async function* watchUnread(ctx, session_id, left2) {
  const { database, clock } = ctx.services;
  const stopping = new AbortController();
  open2.add(stopping);
  const ended = AbortSignal.any([left2, stopping.signal]);
  let hasNews = true;
  let wake = () => {
  };
  const news = () => {
    hasNews = true;
    wake();
  };
  ended.addEventListener("abort", () => wake());
  const stop = await database.hear(notificationChannel, (message) => isAbout(message, ctx.actor.id) && news(), news);
  try {
    while (!ended.aborted) {
      const tell = hasNews;
      hasNews = false;
      const [session] = await ctx.db.select({ id: sessions.id }).from(sessions).where(and58(eq82(sessions.id, session_id), gt8(sessions.expires_at, clock().toISOString())));
      if (!session) return;
      yield tell ? await unreadCount(ctx) : null;
      if (hasNews || ended.aborted) continue;
      await new Promise((resolve3) => {
        const beat = setTimeout(resolve3, HEARTBEAT);
        wake = () => {
          clearTimeout(beat);
          resolve3();
        };
      });
    }
  } finally {
    stop();
    open2.delete(stopping);
  }
}

// server/notifications/routes.ts
var which2 = z58.object({ id: z58.union([z58.literal("all"), z58.coerce.number().int().positive()]) });
var notificationRoutes = new Hono18().get(
  "/",
  signedIn,
  describe("One\u2019s notifications", notificationsSchema, "notifications"),
  valid("query", notificationQuery),
  async (c2) => c2.json(await listNotifications(reading(c2), c2.req.valid("query")))
).get("/stream", signedIn, describe("Hear how many are unread, as it changes: a stream of server-sent events", void 0, "notifications"), (c2) => {
  const ctx = reading(c2);
  const session_id = c2.get("session_id");
  c2.header("X-Accel-Buffering", "no");
  return streamSSE(c2, async (stream) => {
    const left2 = new AbortController();
    stream.onAbort(() => left2.abort());
    for await (const unread_count of watchUnread(ctx, session_id, left2.signal)) {
      if (unread_count === null) await stream.write(": here\n\n");
      else await stream.writeSSE({ data: JSON.stringify({ unread_count }) });
    }
  });
}).put(
  "/:id",
  signedIn,
  describe("Mark one notification, or all, as read", z58.object({ unread_count: z58.int() }), "notifications"),
  valid("param", which2),
  valid("json", z58.object({ mark_as_read: z58.boolean().default(true) })),
  async (c2) => c2.json(await write(c2, (ctx) => markAsRead(ctx, c2.req.valid("param").id, c2.req.valid("json").mark_as_read)))
);

// server/operations/routes.ts
import { timingSafeEqual } from "node:crypto";
import { sql as sql77 } from "drizzle-orm";
import { Hono as Hono19 } from "hono";
var isLoopback = (address3) => address3 === "::1" || /^(::ffff:)?127\./.test(address3);
function same(a, b) {
  const [left2, right] = [Buffer.from(a), Buffer.from(b)];
  return left2.length === right.length && timingSafeEqual(left2, right);
}
var operationsRoutes = new Hono19().get("/healthz", (c2) => c2.json({ status: "up" })).get("/readyz", async (c2) => {
  const { database, log } = c2.get("services");
  try {
    await rows(database.reader, sql77`select 1`);
    if (await isCurrent(database)) return c2.json({ status: "ready" });
    return c2.json({ status: "migrations are waiting" }, 503);
  } catch (error) {
    log.error({ err: error }, "not ready");
    return c2.json({ status: "the database does not answer" }, 503);
  }
}).get("/metrics", async (c2) => {
  const { METRICS_TOKEN } = c2.get("services").settings;
  const token = c2.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
  if (!(METRICS_TOKEN ? same(token, METRICS_TOKEN) : isLoopback(addressOf2(c2)))) throw notFound();
  return c2.text(await registry.metrics(), 200, { "Content-Type": registry.contentType });
});

// server/ordering/routes.ts
import { Hono as Hono20 } from "hono";
import { z as z74 } from "zod";

// shared/ordering/order-input.ts
init_address();
import { z as z59 } from "zod";
var id6 = z59.int().positive();
var text4 = (most3) => z59.string().trim().max(most3).nullish();
var version = z59.int().positive().optional();
var startOrder = z59.object({ employees: z59.array(id6).min(1).max(200).optional() });
var startOrderFor = z59.object({ account_id: id6, employees: z59.array(id6).min(1).max(200) });
var addEmployees = z59.object({ employees: z59.array(id6).min(1).max(200) });
var decoration = text4(limits.decoration);
var newLine = z59.object({
  product_id: id6,
  quantity: z59.int().min(1).max(limits.line_quantity),
  is_size_selected: z59.boolean().optional(),
  /** The employee role whose budget it is charged to. */
  budget: id6.nullish(),
  decoration,
  notes: text4(limits.notes)
});
var newLines = z59.object({ lines: z59.array(newLine).min(1).max(200) });
var lineChange = z59.object({
  product_id: id6.optional(),
  is_size_selected: z59.boolean().optional(),
  notes: text4(limits.notes),
  qty_requested: z59.int().min(1).max(limits.line_quantity).optional(),
  budget: id6.nullish(),
  decoration,
  version
});
var officeLine = lineChange.extend({
  employee_id: id6.optional(),
  /** Pence, ex VAT; null takes the price from the wearer's sets again. */
  unit_price: z59.int().min(0).max(1e8).nullish()
});
var newOfficeLine = z59.object({
  employee_id: id6,
  product_id: id6,
  quantity: z59.int().min(1).max(limits.line_quantity).default(1),
  budget: id6.nullish(),
  decoration,
  notes: text4(limits.notes),
  unit_price: z59.int().min(0).max(1e8).nullish()
});
var details = z59.object({
  delivery_site_id: id6.nullish(),
  delivery_address: address.nullish(),
  contact_name: text4(limits.name),
  contact_email: z59.union([z59.literal(""), z59.email().max(limits.email)]).nullish(),
  contact_phone: text4(limits.delivery_contact_phone),
  client_po_reference: text4(limits.po_reference),
  cost_code: text4(limits.cost_code),
  customer_notes: text4(limits.notes),
  customer_comments: text4(limits.notes)
});
var submission = z59.object({
  /** Accepted when true; a caller that sends a whole order back also sends the text of the terms. */
  terms: z59.union([z59.boolean(), z59.string()]).nullish(),
  force_over_budget_order: z59.boolean().nullish(),
  confirm_missing_sizes: z59.boolean().nullish()
});
var orderChange = details.extend({
  ...submission.shape,
  set_delivery_details: z59.boolean().nullish(),
  saveAddress: z59.boolean().nullish(),
  submitted_at: z59.string().max(40).nullish(),
  po_reference: text4(limits.po_reference_review),
  version
});
var decline = z59.object({ reason: z59.string().trim().min(1).max(limits.notes) });
var officeOrder = details.extend({
  requester_id: id6.optional(),
  is_sample: z59.boolean().optional(),
  skip_dispatch: z59.boolean().optional(),
  skip_invoicing: z59.boolean().optional(),
  version
});
var hold = z59.object({ is_frozen: z59.boolean(), frozen_reason: text4(limits.notes) });

// server/budgets/budgets-of-order.ts
import { and as and59, eq as eq83, gte as gte3, isNotNull, isNull as isNull36, lt, ne as ne6, or as or18, sql as sql78 } from "drizzle-orm";
import { z as z60 } from "zod";

// shared/budgets/spend.ts
var overBudget = ({ budget_value, spent, this_order, is_exempt }) => is_exempt || budget_value === null || this_order === 0 ? 0 : Math.max(0, spent + this_order - budget_value);
var budgetArithmetic = (budget) => messages.budget_arithmetic(
  budget.employee_name,
  budget.name,
  pounds(budget.budget_value ?? 0),
  pounds(budget.spent),
  pounds(budget.this_order),
  pounds(overBudget(budget))
);
function judgeBudgets(budgets) {
  const over = budgets.filter((budget) => overBudget(budget) > 0);
  if (!over.length) return { verdict: "within", over };
  return { verdict: over.every(({ is_budget_forceable }) => is_budget_forceable) ? "forceable" : "refused", over };
}

// server/budgets/budgets-of-order.ts
var budgetSchema = z60.object({
  employee_id: z60.int(),
  employee_name: z60.string(),
  id: z60.int().describe("The employee role"),
  name: z60.string(),
  budget_value: z60.int().nullable().describe("Pence a period; null is unlimited"),
  total_spent: z60.int().describe("Pence in other submitted orders of the period, less approved returns"),
  this_order: z60.int(),
  over_by: z60.int(),
  is_budget_forceable: z60.boolean(),
  self_ordering: z60.boolean().describe("The wearer orders for themself"),
  is_binding: z60.boolean(),
  period: z60.object({ starts_on: z60.string(), ends_on: z60.string() }).nullable()
});
var chargesOfOrder = prepared(
  "charges_of_order",
  (db) => db.select({
    employee_id: orderLines.employee_id,
    employee_name: personName(users).as("employee_name"),
    employee_role_id: employeeRoles.id,
    name: employeeRoles.name,
    budget_value: employeeRoles.budget_value,
    is_budget_forceable: employeeRoles.is_budget_forceable,
    budget_forced_alert_email: employeeRoles.budget_forced_alert_email,
    budget_start_date: employeeRoles.budget_start_date,
    budget_duration: employeeRoles.budget_duration,
    amount: sql78`sum((${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price})`.mapWith(Number).as("amount")
  }).from(orderLines).innerJoin(employeeRoles, eq83(employeeRoles.id, orderLines.employee_role_id)).innerJoin(users, eq83(users.id, orderLines.employee_id)).where(and59(eq83(orderLines.order_id, sql78.placeholder("order_id")), sql78`${employeeRoles.is_budgeted}`, isNull36(employeeRoles.deleted_at))).groupBy(orderLines.employee_id, employeeRoles.id, users.id).orderBy(orderLines.employee_id, employeeRoles.id)
);
var keyOf2 = (pair) => `${pair.employee_id}/${pair.employee_role_id}`;
async function spentIn2(ctx, pairs, but_order_id) {
  const conditions = pairs.flatMap(
    ({ employee_id, employee_role_id, period }) => period ? [
      and59(
        eq83(orderLines.employee_id, employee_id),
        eq83(orderLines.employee_role_id, employee_role_id),
        gte3(orders.submitted_at, period.starts_at),
        lt(orders.submitted_at, period.ends_at)
      )
    ] : []
  );
  if (!conditions.length) return /* @__PURE__ */ new Map();
  const charged = and59(
    or18(...conditions),
    isNull36(orders.cancelled_at),
    isNull36(orders.deleted_at),
    eq83(orders.is_sample, false),
    ne6(orders.id, but_order_id)
  );
  const ordered = await ctx.db.select({
    employee_id: orderLines.employee_id,
    employee_role_id: orderLines.employee_role_id,
    amount: sql78`sum((${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price})`.mapWith(Number)
  }).from(orderLines).innerJoin(orders, eq83(orders.id, orderLines.order_id)).where(charged).groupBy(orderLines.employee_id, orderLines.employee_role_id);
  const returned = await ctx.db.select({
    employee_id: orderLines.employee_id,
    employee_role_id: orderLines.employee_role_id,
    amount: sql78`sum(${returnLines.qty_approved} * ${orderLines.unit_price})`.mapWith(Number)
  }).from(orderLines).innerJoin(orders, eq83(orders.id, orderLines.order_id)).innerJoin(returnLines, eq83(returnLines.order_line_id, orderLines.id)).innerJoin(returns, eq83(returns.id, returnLines.return_id)).where(and59(charged, isNotNull(returns.finalised_at))).groupBy(orderLines.employee_id, orderLines.employee_role_id);
  const spent = new Map(ordered.map((row2) => [keyOf2(row2), row2.amount]));
  for (const row2 of returned) spent.set(keyOf2(row2), (spent.get(keyOf2(row2)) ?? 0) - row2.amount);
  return spent;
}
var heldByWearers = prepared(
  "budgets_of_wearers",
  (db) => db.select({
    employee_id: users.id,
    employee_name: personName(users).as("employee_name"),
    employee_role_id: employeeRoles.id,
    name: employeeRoles.name,
    budget_value: employeeRoles.budget_value,
    is_budget_forceable: employeeRoles.is_budget_forceable,
    budget_forced_alert_email: employeeRoles.budget_forced_alert_email,
    budget_start_date: employeeRoles.budget_start_date,
    budget_duration: employeeRoles.budget_duration,
    amount: sql78`0`.mapWith(Number).as("amount")
  }).from(orderEmployees).innerJoin(users, eq83(users.id, orderEmployees.employee_id)).innerJoin(userEmployeeRoles, eq83(userEmployeeRoles.user_id, users.id)).innerJoin(employeeRoles, eq83(employeeRoles.id, userEmployeeRoles.employee_role_id)).where(and59(eq83(orderEmployees.order_id, sql78.placeholder("order_id")), sql78`${employeeRoles.is_budgeted}`, isNull36(employeeRoles.deleted_at))).orderBy(users.id, employeeRoles.id)
);
async function standingOf(ctx, order, charges) {
  if (!charges.length) return [];
  const [about] = await ctx.db.select({ role: users.role, self_order_budgeting: accounts.self_order_budgeting }).from(users).innerJoin(accounts, eq83(accounts.id, order.account_id)).where(eq83(users.id, order.requester_id));
  const at = order.submitted_at ?? ctx.now;
  const pairs = charges.map(({ budget_start_date, budget_duration, ...charge }) => ({
    ...charge,
    period: budget_start_date && budget_duration ? budgetPeriod(budget_start_date, budget_duration, at) : null
  }));
  const spent = await spentIn2(ctx, pairs, order.id);
  return pairs.map(({ amount: amount2, ...pair }) => {
    const self_ordering = pair.employee_id === order.requester_id;
    const isFree = self_ordering && about?.role === "employee_with_order" && !about.self_order_budgeting;
    const is_exempt = isFree || order.is_sample || pair.period === null;
    return { ...pair, self_ordering, spent: spent.get(keyOf2(pair)) ?? 0, this_order: amount2, is_exempt };
  });
}
var budgetsOfOrder = async (ctx, order) => standingOf(ctx, order, await chargesOfOrder(ctx.db, { order_id: order.id }));
async function budgetsAround(ctx, order) {
  const charges = await chargesOfOrder(ctx.db, { order_id: order.id });
  const charged = new Set(charges.map(keyOf2));
  const held3 = await heldByWearers(ctx.db, { order_id: order.id });
  return standingOf(ctx, order, [...charges, ...held3.filter((pair) => !charged.has(keyOf2(pair)))]);
}
var budgetView = (budget) => ({
  employee_id: budget.employee_id,
  employee_name: budget.employee_name,
  id: budget.employee_role_id,
  name: budget.name,
  budget_value: budget.budget_value,
  total_spent: budget.spent,
  this_order: budget.this_order,
  over_by: overBudget(budget),
  is_budget_forceable: budget.is_budget_forceable,
  self_ordering: budget.self_ordering,
  is_binding: !budget.is_exempt,
  period: budget.period ? { starts_on: budget.period.starts_on, ends_on: budget.period.ends_on } : null
});

// server/ordering/charged-role.ts
import { and as and60, asc as asc26, eq as eq84, isNull as isNull37, sql as sql79 } from "drizzle-orm";
var rolesOfWearer = prepared(
  "roles_of_wearer",
  (db) => db.select({ id: employeeRoles.id, is_budgeted: employeeRoles.is_budgeted }).from(userEmployeeRoles).innerJoin(employeeRoles, eq84(employeeRoles.id, userEmployeeRoles.employee_role_id)).where(and60(eq84(userEmployeeRoles.user_id, sql79.placeholder("employee_id")), isNull37(employeeRoles.deleted_at))).orderBy(asc26(employeeRoles.id))
);
var rolesOf = (ctx, employee_id) => rolesOfWearer(ctx.db, { employee_id });
async function rolesByWearer(ctx, employee_ids) {
  const held3 = await ctx.db.select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, is_budgeted: employeeRoles.is_budgeted }).from(userEmployeeRoles).innerJoin(employeeRoles, eq84(employeeRoles.id, userEmployeeRoles.employee_role_id)).where(and60(among(userEmployeeRoles.user_id, idList(employee_ids)), isNull37(employeeRoles.deleted_at))).orderBy(asc26(employeeRoles.id));
  return groupBy(held3, ({ user_id }) => user_id);
}
function chargedRole(held3, named7) {
  if (named7 !== null && named7 !== void 0) return held3.find(({ id: id9 }) => id9 === named7)?.id;
  return (held3.find(({ is_budgeted }) => is_budgeted) ?? held3[0])?.id ?? null;
}

// server/ordering/find-editable.ts
import { eq as eq85, sql as sql80 } from "drizzle-orm";

// shared/ordering/moment.ts
var checkNotCancelled = (order) => order.cancelled_at ? refuse("order_cancelled", messages.order_cancelled) : allow;
function checkEdit(order, may) {
  if (order.cancelled_at) return refuse("order_cancelled", messages.order_cancelled);
  if (order.submitted_at) return refuse("order_submitted", messages.order_submitted);
  if (order.requested_at && !may.approve) return refuse("already_requested", messages.already_requested);
  return allow;
}
var checkOfficeEdit = (order, round) => all(checkNotCancelled(order), round ? refuse("order_in_round", messages.order_in_round) : allow);
var checkUnpromised = (line2) => line2.qty_allocated > 0 || line2.qty_shipped > 0 ? refuse("line_allocated", messages.line_allocated) : allow;
function checkChooseSize(order, line2, may) {
  if (order.submitted_at && !order.cancelled_at && !line2.is_size_selected) return allow;
  return checkEdit(order, may);
}
function checkWithdraw(order) {
  if (order.submitted_at) return refuse("already_submitted", messages.already_submitted);
  return order.requested_at ? allow : refuse("not_requested", messages.not_requested);
}
var isPicked2 = (round) => round === "picked" || round === "booked" || round === "awaiting_courier";
function checkCancel(order, now) {
  if (order.cancelled_at) return refuse("order_cancelled", messages.order_cancelled);
  if (!order.submitted_at) return refuse("order_not_submitted", messages.order_not_submitted);
  if (order.is_frozen) return refuse("order_frozen", messages.order_frozen);
  if (isPicked2(now.round)) return refuse("order_picked", messages.order_picked);
  return now.qty_remaining > 0 ? allow : refuse("order_shipped", messages.order_shipped);
}
function checkDelete(order, now, may) {
  if (!order.submitted_at) return order.requested_at && !may.submitted ? refuse("already_requested", messages.already_requested) : allow;
  if (!may.submitted) return refuse("order_submitted", messages.order_submitted);
  if (order.is_frozen) return refuse("order_frozen", messages.order_frozen);
  if (isPicked2(now.round)) return refuse("order_picked", messages.order_picked);
  if (now.qty_picked > 0) return refuse("order_picked", messages.pieces_picked);
  return now.qty_shipped > 0 ? refuse("order_shipped", messages.order_shipped) : allow;
}

// server/ordering/find-editable.ts
var openRounds2 = prepared(
  "open_round",
  (db) => db.select({ id: picks.id, state: picks.state }).from(picks).where(sql80`${eq85(picks.order_id, sql80.placeholder("order_id"))} and ${picks.state} not in ('shipped', 'closed')`)
);
async function openRound3(ctx, order_id) {
  const [round] = await openRounds2(ctx.db, { order_id });
  return round ?? null;
}
async function findEditable(ctx, uuid) {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order));
  const office = policy.use_office(ctx.actor) && order.submitted_at !== null;
  if (office) enforce(checkOfficeEdit(order, (await openRound3(ctx, order.id))?.state ?? null));
  else enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  return order;
}

// server/ordering/is-wearer.ts
import { and as and61, eq as eq86, sql as sql81 } from "drizzle-orm";
var wearerOfOrder = prepared(
  "wearer_of_order",
  (db) => db.select({ employee_id: orderEmployees.employee_id }).from(orderEmployees).where(and61(eq86(orderEmployees.order_id, sql81.placeholder("order_id")), eq86(orderEmployees.employee_id, sql81.placeholder("employee_id"))))
);
var isWearer = async (ctx, order_id, employee_id) => (await wearerOfOrder(ctx.db, { order_id, employee_id })).length > 0;

// server/ordering/line-queries.ts
import { and as and62, asc as asc27, eq as eq87, gte as gte4, sql as sql82 } from "drizzle-orm";
import { z as z61 } from "zod";
var reference = z61.object({ id: z61.int(), sku: z61.string(), name: z61.string() });
var attributesSchema = z61.object({
  variation_colour: z61.string().nullable(),
  colour_hex: z61.string().nullable(),
  variation_size_1: z61.string().nullable(),
  variation_size_2: z61.string().nullable(),
  variation_all_size: z61.string().nullable()
});
var money = z61.int().nullable().describe("Pence; null for a reader who is not to see prices");
var lineSchema = z61.object({
  id: z61.int(),
  employee: z61.object({ id: z61.int(), name: z61.string() }),
  product: reference.extend({
    parent: reference.nullable(),
    attributes: attributesSchema,
    media: z61.array(z61.object({ url: z61.string() })),
    is_non_returnable: z61.boolean(),
    discontinued_at: z61.string().nullable(),
    stock: z61.object({ bin: z61.string().nullable(), qty_available: z61.int(), qty_allocated: z61.int(), qty_free: z61.int() }).nullable().describe("Of the SKU that is picked; for the office and the floor")
  }),
  picked_product: reference.nullable().describe("What is picked in its place; for the office and the floor"),
  product_id: z61.int(),
  product_name: z61.string(),
  decoration: z61.string().nullable(),
  notes: z61.string().nullable(),
  qty_requested: z61.int(),
  qty_cancelled: z61.int(),
  qty_allocated: z61.int(),
  qty_shipped: z61.int(),
  remaining_to_ship: z61.int(),
  unit_price: money,
  vat_rate: z61.int(),
  sub_total: money,
  vat: money,
  total: money,
  cost: z61.int().nullable().describe("Pence each; for the office"),
  is_manually_priced: z61.boolean(),
  is_size_selected: z61.boolean(),
  is_fully_shipped: z61.boolean(),
  budget_employee_role_id: z61.int().nullable(),
  employee_role: z61.object({ id: z61.int(), name: z61.string() }).nullable(),
  version: z61.int()
});
var parent4 = alias(products, "parent");
var picked2 = alias(products, "picked");
var forEveryone = {
  id: orderLines.id,
  order_id: orderLines.order_id,
  employee_id: orderLines.employee_id,
  employee_name: personName(users).as("employee_name"),
  product_id: orderLines.product_id,
  product_name: orderLines.product_name,
  sku: products.sku,
  name: products.name,
  parent_id: parent4.id,
  parent_sku: parent4.sku,
  parent_name: parent4.name,
  variation_colour: products.variation_colour,
  colour_hex: products.colour_hex,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
  is_non_returnable: products.is_non_returnable,
  is_style_non_returnable: parent4.is_non_returnable,
  discontinued_at: products.discontinued_at,
  picture: pictureOf(products.id).as("picture"),
  style_picture: pictureOf(parent4.id).as("style_picture"),
  decoration: orderLines.decoration,
  notes: orderLines.notes,
  qty_requested: orderLines.qty_requested,
  qty_cancelled: orderLines.qty_cancelled,
  qty_allocated: orderLines.qty_allocated,
  qty_shipped: orderLines.qty_shipped,
  unit_price: orderLines.unit_price,
  vat_rate: orderLines.vat_rate,
  is_manually_priced: orderLines.is_manually_priced,
  is_size_selected: orderLines.is_size_selected,
  employee_role_id: orderLines.employee_role_id,
  employee_role_name: employeeRoles.name,
  version: orderLines.version
};
var clientLines = preparedWithin(
  "client_lines",
  (db, visible) => db.select(forEveryone).from(orderLines).innerJoin(orders, eq87(orders.id, orderLines.order_id)).innerJoin(users, eq87(users.id, orderLines.employee_id)).innerJoin(products, eq87(products.id, orderLines.product_id)).leftJoin(parent4, eq87(parent4.id, products.parent_id)).leftJoin(employeeRoles, eq87(employeeRoles.id, orderLines.employee_role_id)).where(and62(among(orderLines.order_id, sql82.placeholder("order_ids")), gte4(orderLines.id, sql82.placeholder("first")), visible.lines)).orderBy(asc27(orderLines.id))
);
var providerLines = preparedWithin(
  "provider_lines",
  (db, visible) => db.select({
    ...forEveryone,
    picked_id: picked2.id,
    picked_sku: picked2.sku,
    picked_name: picked2.name,
    bin: sql82`coalesce(${picked2.bin}, ${products.bin})`.as("bin"),
    cost: sql82`coalesce(${picked2.cost}, ${products.cost})`.as("cost"),
    stock_available: stockLevels.qty_available,
    stock_allocated: stockLevels.qty_allocated
  }).from(orderLines).innerJoin(orders, eq87(orders.id, orderLines.order_id)).innerJoin(users, eq87(users.id, orderLines.employee_id)).innerJoin(products, eq87(products.id, orderLines.product_id)).leftJoin(parent4, eq87(parent4.id, products.parent_id)).leftJoin(picked2, eq87(picked2.id, orderLines.picked_product_id)).leftJoin(stockLevels, eq87(stockLevels.product_id, sql82`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`)).leftJoin(employeeRoles, eq87(employeeRoles.id, orderLines.employee_role_id)).where(and62(among(orderLines.order_id, sql82.placeholder("order_ids")), gte4(orderLines.id, sql82.placeholder("first")), visible.lines)).orderBy(asc27(orderLines.id))
);
function lineOf2(row2, see) {
  const totals = lineTotals(row2);
  const remaining_to_ship = row2.qty_requested - row2.qty_cancelled - row2.qty_shipped;
  return {
    id: row2.id,
    employee: { id: row2.employee_id, name: row2.employee_name },
    product: {
      id: row2.product_id,
      sku: row2.sku,
      name: row2.name,
      parent: row2.parent_id === null ? null : { id: row2.parent_id, sku: row2.parent_sku ?? "", name: row2.parent_name ?? "" },
      attributes: {
        variation_colour: row2.variation_colour,
        colour_hex: row2.colour_hex,
        variation_size_1: row2.variation_size_1,
        variation_size_2: row2.variation_size_2,
        variation_all_size: row2.variation_all_size
      },
      media: mediaOf(row2.picture, row2.style_picture),
      is_non_returnable: row2.is_non_returnable || row2.is_style_non_returnable === true,
      discontinued_at: row2.discontinued_at,
      stock: null
    },
    picked_product: null,
    product_id: row2.product_id,
    product_name: row2.product_name,
    decoration: row2.decoration,
    notes: row2.notes,
    qty_requested: row2.qty_requested,
    qty_cancelled: row2.qty_cancelled,
    qty_allocated: row2.qty_allocated,
    qty_shipped: row2.qty_shipped,
    remaining_to_ship,
    unit_price: see.prices ? row2.unit_price : null,
    vat_rate: row2.vat_rate,
    sub_total: see.prices ? totals.sub_total : null,
    vat: see.prices ? totals.vat : null,
    total: see.prices ? totals.total : null,
    cost: null,
    is_manually_priced: row2.is_manually_priced,
    is_size_selected: row2.is_size_selected,
    is_fully_shipped: row2.qty_shipped > 0 && remaining_to_ship <= 0,
    budget_employee_role_id: row2.employee_role_id,
    employee_role: row2.employee_role_id === null ? null : { id: row2.employee_role_id, name: row2.employee_role_name ?? "" },
    version: row2.version
  };
}
function providerLineOf(row2, see) {
  const line2 = lineOf2(row2, see);
  const qty_available = row2.stock_available ?? 0;
  const qty_allocated = row2.stock_allocated ?? 0;
  line2.product.stock = row2.is_size_selected ? { bin: row2.bin, qty_available, qty_allocated, qty_free: qty_available - qty_allocated } : null;
  line2.picked_product = row2.picked_id === null ? null : { id: row2.picked_id, sku: row2.picked_sku ?? "", name: row2.picked_name ?? "" };
  line2.cost = see.costs ? row2.cost : null;
  return line2;
}
async function linesByOrder(ctx, order_ids, see, first = 0) {
  const { db, actor } = ctx;
  const values = { order_ids: idList(order_ids), first };
  const byOrder = new Map(order_ids.map((id9) => [id9, []]));
  if (actor.role === "super" || actor.role === "warehouse")
    for (const row2 of await providerLines(db, actor, values)) byOrder.get(row2.order_id)?.push(providerLineOf(row2, see(row2.order_id)));
  else for (const row2 of await clientLines(db, actor, values)) byOrder.get(row2.order_id)?.push(lineOf2(row2, see(row2.order_id)));
  return byOrder;
}
var linesOfOrder = async (ctx, order_id, see, first = 0) => (await linesByOrder(ctx, [order_id], () => see, first)).get(order_id) ?? [];

// server/ordering/offer.ts
var whom = (ctx, order) => ({
  site_id: order.delivery_site_id,
  restricted: seesRestricted(ctx.actor)
});
var offerFor = (ctx, order, employee_id, product_ids) => permittedProducts(ctx.db, employee_id, whom(ctx, order), product_ids);
var offersFor = (ctx, order, employee_ids) => permittedFor(ctx.db, employee_ids, whom(ctx, order));

// server/ordering/add-lines.ts
async function addLines(ctx, uuid, employee_id, asked3) {
  const order = await findEditable(ctx, uuid);
  if (!await isWearer(ctx, order.id, employee_id)) throw notFound();
  const permitted = await offerFor(
    ctx,
    order,
    employee_id,
    asked3.map(({ product_id }) => product_id)
  );
  const roles2 = await rolesOf(ctx, employee_id);
  const faults2 = {};
  const values = asked3.flatMap((line2, n) => {
    const offer = offerOf(permitted, line2.product_id);
    const employee_role_id = chargedRole(roles2, line2.budget);
    if (!offer) faults2[`lines.${n}.product_id`] = messages.unknown_product;
    else if (line2.is_size_selected !== void 0 && line2.is_size_selected !== offer.is_size_selected)
      faults2[`lines.${n}.product_id`] = offer.is_size_selected ? messages.size_chosen : messages.size_needed;
    if (offer?.decorations.length && !line2.decoration) faults2[`lines.${n}.decoration`] = messages.decoration_needed;
    if (employee_role_id === void 0) faults2[`lines.${n}.budget`] = messages.unknown_role;
    if (!offer) return [];
    return {
      order_id: order.id,
      employee_id,
      product_id: line2.product_id,
      product_name: offer.name,
      employee_role_id: employee_role_id ?? null,
      decoration: line2.decoration || null,
      notes: line2.notes || null,
      qty_requested: line2.quantity,
      unit_price: offer.price,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      is_size_selected: offer.is_size_selected,
      created_at: ctx.now
    };
  });
  if (Object.keys(faults2).length) throw invalid(faults2);
  const made = await ctx.db.insert(orderLines).values(values).returning({ id: orderLines.id });
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.lines_added", { type: "order", id: order.id }, null, { employee_id, lines: asked3 });
  const sight = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return { lines: await linesOfOrder(ctx, order.id, sight, Math.min(...made.map(({ id: id9 }) => id9))) };
}

// server/ordering/cancel-order.ts
import { eq as eq91, sql as sql85 } from "drizzle-orm";

// server/allocation/release-order.ts
import { and as and63, eq as eq88, gt as gt9 } from "drizzle-orm";
async function releaseOrder(ctx, { id: id9, pick_id }, reason) {
  if (pick_id !== null) await closePick(ctx, pick_id, reason);
  const held3 = await ctx.db.select({ order_line_id: orderLines.id, product_id: pickedSku, qty: orderLines.qty_allocated }).from(orderLines).where(and63(eq88(orderLines.order_id, id9), gt9(orderLines.qty_allocated, 0)));
  await release(ctx, held3);
  await changeAllocation(
    ctx,
    held3.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty }))
  );
  return held3.reduce((sum3, { qty }) => sum3 + qty, 0);
}

// server/ordering/order-queries.ts
import { and as and64, asc as asc29, eq as eq90, sql as sql84 } from "drizzle-orm";
import { z as z63 } from "zod";

// shared/ordering/submit-order.ts
var isRequired = (account2, inverse) => account2 !== inverse;
function checkSubmitNow(order) {
  if (order.cancelled_at) return refuse("order_cancelled", messages.order_cancelled);
  return order.submitted_at ? refuse("already_submitted", messages.already_submitted) : allow;
}
var mustChooseSizes = (role2) => role2 === "employee" || role2 === "employee_with_order";
function submissionFaults(order, given2, role2, po_field = "client_po_reference") {
  const faults2 = {};
  if (!order.lines) faults2.lines = messages.no_lines;
  if (order.delivery_site_id === null) faults2.delivery_site_id = messages.site_needed;
  if (!order.delivery_address) faults2.delivery_address = messages.address_needed;
  if (order.requires.po && !order.client_po_reference) faults2[po_field] = messages.po_needed;
  if (order.requires.cc && !order.cost_code) faults2.cost_code = messages.cost_code_needed;
  if (!given2.terms) faults2.terms = messages.terms_needed;
  if (order.lines_with_no_sizes > 0) {
    if (mustChooseSizes(role2)) faults2.lines = messages.sizes_missing;
    else if (!given2.confirm_missing_sizes) faults2.confirm_missing_sizes = messages.confirm_missing_sizes;
  }
  return faults2;
}

// shared/ordering/can.ts
var yes = (verdict) => verdict.ok;
function canDo(actor, order, facts) {
  const approve = policy.approve_request(actor, order);
  const edits = policy.edit_draft(actor, order);
  const office = policy.use_office(actor);
  const qty_remaining = facts.qty_wanted - facts.qty_shipped;
  const open4 = yes(checkEdit(order, { approve }));
  const unsent = yes(checkSubmitNow(order));
  const sends = policy.sends_requests(actor);
  const draft = unsent && !order.requested_at;
  const requested = unsent && order.requested_at !== null;
  const live = order.submitted_at !== null && !order.cancelled_at;
  const allocates = policy.allocate(actor);
  const stock = { ...facts, is_frozen: order.is_frozen, qty_remaining };
  return {
    edit_lines: edits && open4 || office && yes(checkOfficeEdit(order, facts.round)),
    edit_details: edits && open4,
    add_employees: edits && open4 && policy.order_for_others(actor),
    choose_size: edits && open4 || live && facts.lines_with_no_sizes > 0,
    submit: edits && !sends && (draft || requested && approve),
    request: edits && sends && draft,
    approve: requested && approve,
    decline: requested && approve,
    withdraw: policy.withdraw_request(actor, order) && yes(checkWithdraw(order)),
    cancel: policy.cancel_order(actor, order) && yes(checkCancel(order, { round: facts.round, qty_remaining })),
    delete: (edits || office) && yes(checkDelete(order, facts, { submitted: policy.delete_submitted(actor) })),
    create_return: live && policy.create_return(actor),
    reorder: order.submitted_at !== null && (policy.order_for_others(actor) || policy.order_for_self(actor)),
    edit_office: office && !order.cancelled_at,
    hold: policy.hold_order(actor) && live && qty_remaining > 0,
    allocate: allocates && yes(checkAllocate(stock)),
    start_pick: allocates && yes(checkStartRound(stock)),
    unallocate: allocates && yes(checkUnallocate(stock)),
    send_back: allocates && yes(checkCallBack(stock)),
    reopen: allocates && yes(checkReopen(stock))
  };
}

// shared/ordering/stages.ts
var stages = {
  requires_allocation: ["submitted", "part_shipped"],
  requires_picking: ["allocated", "picking", "picking_paused"],
  requires_prep: ["picked"],
  requires_dispatch: ["booked"],
  waiting_for_courier: ["waiting_for_courier"]
};
var stageNames = Object.keys(stages);
var isStuck = (order, now, minutes2) => order.status === "waiting_for_courier" && Date.parse(now) - Date.parse(order.status_since) >= minutes2 * 6e4;

// server/ordering/dispatch-queries.ts
import { asc as asc28, eq as eq89, sql as sql83 } from "drizzle-orm";
import { z as z62 } from "zod";
var dispatchSchema = z62.object({
  id: z62.int(),
  state: z62.string(),
  service_key: z62.string(),
  dispatched_at: z62.string().nullable(),
  days_lapsed: z62.int().nullable().describe("Whole days from submission to dispatch"),
  booking_error: z62.string().nullable().describe("What the carrier said when it could not be booked; for the office and the floor"),
  has_consignment: z62.boolean(),
  consignment: z62.object({ consignment_number: z62.string().nullable(), tracking_number: z62.string().nullable(), tracking_url: z62.string().nullable() }).nullable()
});
var dispatchesOfOrders = prepared(
  "dispatches_of_orders",
  (db) => db.select({
    order_id: dispatchOrders.order_id,
    id: dispatches.id,
    state: dispatches.state,
    service_key: dispatches.service_key,
    dispatched_at: dispatches.dispatched_at,
    booking_error: dispatches.booking_error,
    consignment_id: consignments.id,
    consignment_number: consignments.consignment_number,
    tracking_number: consignments.tracking_number,
    tracking_url: consignments.tracking_url
  }).from(dispatchOrders).innerJoin(dispatches, eq89(dispatches.id, dispatchOrders.dispatch_id)).leftJoin(consignments, eq89(consignments.dispatch_id, dispatches.id)).where(among(dispatchOrders.order_id, sql83.placeholder("ids"))).orderBy(asc28(dispatches.id))
);
var days = (from, to) => Math.floor((Date.parse(to) - Date.parse(from)) / 864e5);
var isOn = { requested: true, booking: true, failed: true, shipped: true, void: false };
async function dispatchesByOrder(ctx, orders2) {
  const submitted = new Map(orders2.map(({ id: id9, submitted_at }) => [id9, submitted_at]));
  const byOrder = /* @__PURE__ */ new Map();
  const floor = policy.use_floor(ctx.actor);
  for (const row2 of await dispatchesOfOrders(ctx.db, { ids: idList([...submitted.keys()]) })) {
    if (!isOn[row2.state]) continue;
    const { order_id, id: id9, state, service_key, dispatched_at, consignment_number, tracking_number } = row2;
    const submitted_at = submitted.get(order_id);
    const tracking_url = row2.tracking_url ?? trackingUrlOf(ctx.services.settings, service_key, tracking_number);
    const dispatch = {
      id: id9,
      state,
      service_key,
      dispatched_at,
      days_lapsed: submitted_at && dispatched_at ? days(submitted_at, dispatched_at) : null,
      booking_error: floor ? row2.booking_error : null,
      has_consignment: row2.consignment_id !== null,
      consignment: row2.consignment_id === null ? null : { consignment_number, tracking_number, tracking_url }
    };
    byOrder.set(order_id, [...byOrder.get(order_id) ?? [], dispatch]);
  }
  return byOrder;
}

// server/ordering/order-queries.ts
var orderQuery = z63.object({
  include: include([
    "lines",
    "lines.product",
    "lines.product.parent",
    "lines.product.media",
    "lines.employee",
    "lines.employee_role",
    "products",
    "employees",
    "dispatches",
    "delivery_address",
    "delivery_site",
    "delivery_details",
    "requester",
    "creator",
    "account",
    "progress",
    "progress_summary"
  ])
});
var requester = alias(users, "requester");
var creator = alias(users, "creator");
var approver = alias(users, "approver");
var orderByUuid = preparedWithin(
  "order_by_uuid",
  (db, visible) => db.select({
    order: orders,
    account_name: accounts.name,
    require_po: accounts.require_po,
    require_cc: accounts.require_cc,
    account_terms: accounts.terms,
    site_name: sites.name,
    site_reference: sites.reference_1,
    inverse_po: sites.inverse_po,
    inverse_cc: sites.inverse_cc,
    requester_name: personName(requester).as("requester_name"),
    requester_email: requester.email,
    requester_phone: requester.contact_phone,
    creator_name: personName(creator).as("creator_name"),
    approver_name: personName(approver).as("approver_name")
  }).from(orders).innerJoin(accounts, eq90(accounts.id, orders.account_id)).innerJoin(requester, eq90(requester.id, orders.requester_id)).innerJoin(creator, eq90(creator.id, orders.creator_id)).leftJoin(approver, eq90(approver.id, orders.approver_id)).leftJoin(sites, eq90(sites.id, orders.delivery_site_id)).where(and64(eq90(orders.uuid, sql84.placeholder("uuid")), visible.orders))
);
var wearersOfOrder2 = prepared(
  "wearers_of_order",
  (db) => db.select({ id: users.id, name: personName(users).as("name"), employee_number: users.employee_number }).from(orderEmployees).innerJoin(users, eq90(users.id, orderEmployees.employee_id)).where(eq90(orderEmployees.order_id, sql84.placeholder("order_id"))).orderBy(asc29(users.surname), asc29(users.forenames), asc29(users.id))
);
async function orderView(ctx, uuid) {
  const { db, actor, now, services: services2 } = ctx;
  const row2 = found((await orderByUuid(db, actor, { uuid }))[0]);
  const { order } = row2;
  const facts = found((await orderFacts(db, [order.id]))[0]);
  const whole3 = policy.see_whole_order(actor, order);
  const prices = policy.see_order_prices(actor, order);
  const office = policy.use_office(actor);
  const lines2 = await linesOfOrder(ctx, order.id, { prices, costs: policy.see_costs(actor) });
  const wearers2 = await wearersOfOrder2(db, { order_id: order.id });
  const dispatches2 = await dispatchesByOrder(ctx, [order]);
  const pickable = await pickableOf(db, [facts]);
  const { STUCK_AFTER_MINUTES } = services2.settings;
  return {
    id: order.id,
    uuid: order.uuid,
    order_number: orderNumber(order.id),
    status: order.status,
    status_since: order.status_since,
    version: order.version,
    pick_id: policy.use_floor(actor) ? facts.pick_id : null,
    is_submitted: order.submitted_at !== null,
    is_requested: order.requested_at !== null && order.submitted_at === null,
    submitted_at: order.submitted_at,
    requested_at: order.requested_at,
    created_at: order.created_at,
    cancelled_at: order.cancelled_at,
    declined_reason: order.declined_reason,
    printed_at: order.printed_at,
    client_po_reference: order.client_po_reference,
    cost_code: order.cost_code,
    customer_notes: order.customer_notes,
    customer_comments: order.customer_comments,
    contact_name: order.contact_name,
    contact_email: order.contact_email,
    contact_phone: order.contact_phone,
    terms: termsOf({ terms: row2.account_terms }),
    force_over_budget_order: order.force_over_budget_order,
    is_frozen: order.is_frozen,
    frozen_reason: office ? order.frozen_reason : null,
    is_sample: order.is_sample,
    skip_dispatch: order.skip_dispatch,
    skip_invoicing: order.skip_invoicing,
    account: { id: order.account_id, name: row2.account_name, require_po: row2.require_po, require_cc: row2.require_cc },
    delivery_site: order.delivery_site_id === null ? null : { id: order.delivery_site_id, name: row2.site_name ?? "", reference_1: row2.site_reference },
    delivery_address: order.delivery_address,
    creator: { id: order.creator_id, name: row2.creator_name },
    requester: { id: order.requester_id, name: row2.requester_name, email: row2.requester_email, contact_phone: row2.requester_phone },
    approver: order.approver_id === null ? null : { id: order.approver_id, name: row2.approver_name ?? "" },
    employees: wearers2.filter(({ id: id9 }) => whole3 || id9 === actor.id).map((wearer) => {
      const theirs = lines2.filter(({ employee: employee3 }) => employee3.id === wearer.id);
      const lines_with_sizes = theirs.filter(({ is_size_selected }) => is_size_selected).length;
      return { ...wearer, lines_with_sizes, lines_with_no_sizes: theirs.length - lines_with_sizes };
    }),
    lines: lines2,
    dispatches: dispatches2.get(order.id) ?? [],
    sub_total: prices ? facts.sub_total : null,
    vat: prices ? facts.vat : null,
    total: prices ? facts.sub_total + facts.vat : null,
    qty_total_items: facts.qty_wanted,
    qty_items_allocated: facts.qty_allocated,
    qty_items_shipped: facts.qty_shipped,
    progress_summary: progressSummary(facts),
    is_pickable: pickable.get(order.id) ?? "none",
    is_stuck: isStuck(order, now, STUCK_AFTER_MINUTES),
    requires: { po: isRequired(row2.require_po, row2.inverse_po ?? false), cc: isRequired(row2.require_cc, row2.inverse_cc ?? false) },
    can: canDo(actor, order, { ...facts, qty_picked: await qtyPicked({ db }, facts.pick_id) })
  };
}

// server/ordering/cancel-order.ts
async function cancelOrder(ctx, uuid) {
  authorize(policy.cancel_order(ctx.actor, await findOrder(ctx, uuid)));
  const { order: held3 } = await lockOrderWithStock(ctx, uuid);
  const order = await findOrder(ctx, uuid);
  const moment = await momentOf(ctx, held3);
  enforce(checkCancel(order, moment));
  await releaseOrder(ctx, { id: order.id, pick_id: moment.pick_id }, "cancelled");
  const lines2 = await ctx.db.select({ qty_shipped: orderLines.qty_shipped }).from(orderLines).where(eq91(orderLines.order_id, order.id));
  const isPartShipped = lines2.some(({ qty_shipped }) => qty_shipped > 0);
  if (isPartShipped)
    await ctx.db.update(orderLines).set({ qty_cancelled: sql85`${orderLines.qty_requested} - ${orderLines.qty_shipped}`, version: sql85`${orderLines.version} + 1` }).where(eq91(orderLines.order_id, order.id));
  await ctx.db.update(orders).set({ ...isPartShipped ? {} : { cancelled_at: ctx.now, cancelled_by: ctx.actor.id }, version: sql85`${orders.version} + 1` }).where(eq91(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.cancelled", { type: "order", id: order.id }, { status: order.status }, { part: isPartShipped });
  return orderView(ctx, uuid);
}

// server/ordering/change-line.ts
import { eq as eq95, sql as sql88 } from "drizzle-orm";

// server/notifications/notify.ts
async function notify(ctx, user_ids, data) {
  if (!user_ids.length) return;
  await ctx.db.insert(notifications).values(user_ids.map((user_id) => ({ user_id, data, created_at: ctx.now })));
  await announceNotifications(ctx.db, user_ids);
}

// server/sizes/missing-sizes-queries.ts
import { and as and65, asc as asc30, eq as eq92, sql as sql86 } from "drizzle-orm";
import { z as z64 } from "zod";
var missingSizesSchema = z64.object({
  items: z64.array(
    z64.object({
      employee: z64.object({ id: z64.int(), name: z64.string() }),
      lines: z64.int().describe("Lines that want a size"),
      has_email: z64.boolean().describe("Whether this wearer can be asked by e-mail"),
      asked_at: z64.string().nullable().describe("When the last link to choose them was sent"),
      expires_at: z64.string().nullable().describe("Until when that link opens")
    })
  )
});
var missingLines = prepared(
  "missing_size_lines",
  (db) => db.select({
    line_id: orderLines.id,
    product: orderLines.product_name,
    colour: products.variation_colour,
    quantity: sql86`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as("quantity"),
    employee_id: users.id,
    forenames: users.forenames,
    name: personName(users).as("name"),
    email: users.email,
    deleted_at: users.deleted_at,
    is_disabled: users.is_disabled
  }).from(orderLines).innerJoin(users, eq92(users.id, orderLines.employee_id)).innerJoin(products, eq92(products.id, orderLines.product_id)).where(
    and65(
      eq92(orderLines.order_id, sql86.placeholder("order_id")),
      sql86`not ${orderLines.is_size_selected}`,
      // What was cancelled needs no size.
      sql86`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`
    )
  ).orderBy(asc30(users.surname), asc30(users.forenames), asc30(users.id), asc30(orderLines.id))
);
async function unsizedWearers(ctx, order_id) {
  const byWearer2 = groupBy(await missingLines(ctx.db, { order_id }), ({ employee_id }) => employee_id);
  return [...byWearer2.values()].flatMap((lines2) => {
    const [first] = lines2;
    if (!first) return [];
    const { employee_id, forenames, name: name4, deleted_at, is_disabled } = first;
    return [{ id: employee_id, forenames, name: name4, email: deleted_at || is_disabled ? null : first.email, lines: lines2 }];
  });
}
var linksOfOrder = prepared(
  "size_links_of_order",
  (db) => db.select({
    employee_id: sizeLinks.employee_id,
    asked_at: sql86`max(${sizeLinks.created_at})`.mapWith(sizeLinks.created_at).as("asked_at"),
    expires_at: sql86`max(${sizeLinks.expires_at})`.mapWith(sizeLinks.expires_at).as("last_expires_at")
  }).from(sizeLinks).where(eq92(sizeLinks.order_id, sql86.placeholder("order_id"))).groupBy(sizeLinks.employee_id)
);
var askedForSizes = async (ctx, order_id) => new Map((await linksOfOrder(ctx.db, { order_id })).map(({ employee_id, ...when }) => [employee_id, when]));
async function missingSizes(ctx, uuid) {
  const order = await findOrder(ctx, uuid);
  authorize(policy.ask_for_sizes(ctx.actor, order));
  const wearers2 = await unsizedWearers(ctx, order.id);
  const asked3 = await askedForSizes(ctx, order.id);
  return {
    items: wearers2.map(({ id: id9, name: name4, email, lines: lines2 }) => ({
      employee: { id: id9, name: name4 },
      lines: lines2.length,
      has_email: email !== null,
      asked_at: asked3.get(id9)?.asked_at ?? null,
      expires_at: asked3.get(id9)?.expires_at ?? null
    }))
  };
}
var unsizedLines = prepared(
  "unsized_lines_left",
  (db) => db.select({ id: orderLines.id }).from(orderLines).where(
    and65(
      eq92(orderLines.order_id, sql86.placeholder("order_id")),
      sql86`not ${orderLines.is_size_selected}`,
      sql86`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`
    )
  ).limit(1)
);
var isSized = async (ctx, order_id) => (await unsizedLines(ctx.db, { order_id })).length === 0;

// server/sizes/tell-sizes-in.ts
async function tellSizesIn(ctx, order) {
  if (order.requester_id === ctx.actor.id || !await isSized(ctx, order.id)) return;
  const number4 = orderNumber(order.id);
  await notify(ctx, [order.requester_id], {
    title: `Order ${number4} has all its sizes`,
    message: `${ctx.actor.name} chose the last one. Nothing waits for a size any more.`,
    url: `/orders/${order.uuid}`
  });
}

// server/ordering/choose-size.ts
import { eq as eq93, sql as sql87 } from "drizzle-orm";
var parent5 = alias(products, "parent");
var stylesOfProducts = prepared(
  "styles_of_products",
  (db) => db.select({
    id: products.id,
    style_id: sql87`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as("style_id"),
    is_restricted: sql87`coalesce(${parent5.is_restricted}, ${products.is_restricted})`.mapWith(Boolean).as("style_is_restricted")
  }).from(products).leftJoin(parent5, eq93(parent5.id, products.parent_id)).where(among(products.id, sql87.placeholder("ids")))
);
var stylesOf2 = async (ctx, product_ids) => new Map((await stylesOfProducts(ctx.db, { ids: idList(product_ids) })).map(({ id: id9, ...style4 }) => [id9, style4]));
var offeredIn = (ctx, order, employee_id, styles) => offerFor(ctx, order, employee_id, [...new Set(styles.map(({ style_id }) => style_id))]);
async function grantedIn(ctx, order, employee_id, styles) {
  const restricted = styles.filter(({ is_restricted }) => is_restricted).map(({ style_id }) => style_id);
  if (!order.submitted_at || !restricted.length) return /* @__PURE__ */ new Map();
  return permittedProducts(ctx.db, employee_id, { site_id: order.delivery_site_id, restricted: true }, [...new Set(restricted)]);
}
async function sizesFor(ctx, order, employee_id, ordered_ids) {
  const styles = [...(await stylesOf2(ctx, ordered_ids)).values()];
  return new Map([...await offeredIn(ctx, order, employee_id, styles), ...await grantedIn(ctx, order, employee_id, styles)]);
}
async function chosenSizes(ctx, order, employee_id, choices3) {
  const styles = await stylesOf2(ctx, [...new Set(choices3.flatMap(({ line: line2, product_id }) => [line2.product_id, product_id]))]);
  const ordered = choices3.flatMap(({ line: line2 }) => styles.get(line2.product_id) ?? []);
  const offers = new Map([
    ...await offeredIn(ctx, order, employee_id, [...styles.values()]),
    ...await grantedIn(ctx, order, employee_id, ordered)
  ]);
  return choices3.map(({ line: line2, product_id }) => {
    const offer = offerOf(offers, product_id);
    if (!offer) return messages.unknown_product;
    if (styles.get(product_id)?.style_id !== styles.get(line2.product_id)?.style_id) return messages.other_style;
    if (order.submitted_at && !offer.is_size_selected) return messages.size_needed;
    return {
      product_id,
      is_size_selected: offer.is_size_selected,
      product_name: offer.name,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      unit_price: line2.is_manually_priced ? line2.unit_price : offer.price
    };
  });
}

// server/ordering/find-line.ts
import { and as and66, eq as eq94 } from "drizzle-orm";
async function findLine(ctx, order, line_id) {
  const [seen] = await ctx.db.select({ id: orderLines.id }).from(orderLines).innerJoin(orders, eq94(orders.id, orderLines.order_id)).where(and66(eq94(orderLines.id, line_id), eq94(orderLines.order_id, order.id), visibleLines(ctx.actor)));
  const query = ctx.db.select().from(orderLines).where(eq94(orderLines.id, found(seen).id));
  return found((await locked(query))[0]);
}
async function lineView(ctx, order, line_id) {
  const see = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return found((await linesOfOrder(ctx, order.id, see, line_id)).find(({ id: id9 }) => id9 === line_id));
}

// server/ordering/change-line.ts
var isSizeOnly = (change) => change.product_id !== void 0 && [change.notes, change.qty_requested, change.budget, change.decoration].every((value2) => value2 === void 0);
async function enforceMoment(ctx, order, line2, change) {
  const { actor } = ctx;
  const sizeOnly = isSizeOnly(change);
  const sendsOwnSize = sizeOnly && order.submitted_at !== null && line2.employee_id === actor.id;
  authorize(policy.edit_draft(actor, order) || sendsOwnSize);
  const may = { approve: policy.approve_request(actor, order) };
  if (policy.use_office(actor) && order.submitted_at) enforce(checkOfficeEdit(order, (await openRound3(ctx, order.id))?.state ?? null));
  else enforce(sizeOnly ? checkChooseSize(order, line2, may) : checkEdit(order, may));
}
async function chosenSize(ctx, order, line2, product_id) {
  enforce(checkUnpromised(line2));
  const [chosen2] = await chosenSizes(ctx, order, line2.employee_id, [{ line: line2, product_id }]);
  if (typeof chosen2 !== "object") throw invalid({ product_id: chosen2 ?? messages.unknown_product });
  return chosen2;
}
async function changeLine(ctx, uuid, line_id, change, employee_id) {
  const order = await findOrder(ctx, uuid, { lock: true });
  const line2 = await findLine(ctx, order, line_id);
  if (employee_id !== void 0 && employee_id !== line2.employee_id) throw notFound();
  await enforceMoment(ctx, order, line2, change);
  if (change.version !== void 0 && change.version < line2.version)
    enforceVersion(change.version, line2.version, await lineView(ctx, order, line_id));
  const values = {};
  if (change.product_id !== void 0 && change.product_id !== line2.product_id)
    Object.assign(values, await chosenSize(ctx, order, line2, change.product_id));
  if (change.notes !== void 0) values.notes = change.notes || null;
  if (change.qty_requested !== void 0) {
    const least = line2.qty_allocated + line2.qty_shipped + line2.qty_cancelled;
    if (change.qty_requested < least) throw invalid({ qty_requested: messages.qty_promised(least) });
    values.qty_requested = change.qty_requested;
  }
  if (change.decoration !== void 0) {
    const offer = change.decoration ? null : offerOf(await offerFor(ctx, order, line2.employee_id), line2.product_id);
    if (offer?.decorations.length) throw invalid({ decoration: messages.decoration_needed });
    values.decoration = change.decoration || null;
  }
  if (change.budget !== void 0) {
    const role2 = chargedRole(await rolesOf(ctx, line2.employee_id), change.budget);
    if (role2 === void 0) throw invalid({ budget: messages.unknown_role });
    values.employee_role_id = role2;
  }
  if (Object.keys(values).length) {
    await ctx.db.update(orderLines).set({ ...values, version: sql88`${orderLines.version} + 1` }).where(eq95(orderLines.id, line2.id));
    if (order.submitted_at) await refreshStatus(ctx, [order.id]);
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, line2[key]]));
    await audit(ctx, "order_line.changed", { type: "order_line", id: line2.id }, before, values);
    if (order.submitted_at && values.is_size_selected && !line2.is_size_selected) await tellSizesIn(ctx, order);
  }
  return lineView(ctx, order, line_id);
}

// server/ordering/change-office-order.ts
import { z as z68 } from "zod";

// server/allocation/change-fulfilment.ts
import { z as z66 } from "zod";

// server/allocation/hold-order.ts
import { eq as eq97, sql as sql89 } from "drizzle-orm";
import { z as z65 } from "zod";

// server/dispatch/resume-bookings.ts
import { and as and67, eq as eq96, isNotNull as isNotNull2, ne as ne7, or as or19 } from "drizzle-orm";
async function resumeBookings(ctx, order_id) {
  const waiting2 = await ctx.db.select({ id: dispatches.id, requested_by: dispatches.requested_by }).from(dispatches).innerJoin(dispatchOrders, eq96(dispatchOrders.dispatch_id, dispatches.id)).where(
    and67(
      eq96(dispatchOrders.order_id, order_id),
      ne7(dispatches.carrier, "manual"),
      or19(eq96(dispatches.state, "requested"), and67(eq96(dispatches.state, "booking"), isNotNull2(dispatches.booking_error)))
    )
  );
  await promiseBookings(
    ctx,
    waiting2.map(({ id: id9, requested_by }) => ({ id: id9, by: requested_by ?? ctx.actor.id }))
  );
}

// server/allocation/hold-order.ts
var holdBody = z65.object({ is_frozen: z65.boolean(), frozen_reason: z65.string().trim().max(500).nullish() });
async function holdOrder(ctx, uuid, { is_frozen, frozen_reason }) {
  authorize(policy.hold_order(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  if (is_frozen && !frozen_reason) throw invalid({ frozen_reason: messages.hold_reason });
  if (is_frozen) enforce(checkHold(await momentOf(ctx, order)));
  const after3 = { is_frozen, frozen_reason: is_frozen ? frozen_reason ?? null : null };
  await ctx.db.update(orders).set({ ...after3, version: sql89`${orders.version} + 1` }).where(eq97(orders.id, order.id));
  if (!is_frozen) await resumeBookings(ctx, order.id);
  const { is_frozen: was, frozen_reason: because } = order;
  await audit(ctx, is_frozen ? "order.held" : "order.let_go", { type: "order", id: order.id }, { is_frozen: was, frozen_reason: because }, after3);
  return fulfilmentOf(ctx, order.id);
}

// server/allocation/unallocate.ts
async function unallocate(ctx, uuid) {
  authorize(policy.allocate(ctx.actor));
  const { order } = await lockOrderWithStock(ctx, uuid);
  const moment = await momentOf(ctx, order);
  enforce(checkUnallocate({ ...moment, qty_picked: await qtyPicked(ctx, moment.pick_id) }));
  const qty = await releaseOrder(ctx, { id: order.id, pick_id: moment.pick_id }, "unallocated");
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, "allocation.released", { type: "order", id: order.id }, { qty_allocated: qty }, { qty_allocated: 0 });
  return fulfilmentOf(ctx, order.id);
}

// server/allocation/change-fulfilment.ts
var version2 = z66.int().optional();
var callBack = z66.union([z66.object({ unallocate: z66.literal(true), version: version2 }), z66.object({ sendBack: z66.literal(true), version: version2 })]);
async function sendBack2(ctx, uuid) {
  authorize(policy.pick(ctx.actor));
  const pick = await findOpenPick(ctx, uuid);
  authorize(policy.send_back_pick(ctx.actor, pick), messages.not_picker(pick.picker?.name ?? null));
  await sendBackPick(ctx, pick);
  return fulfilmentOf(ctx, pick.order_id);
}
async function changeFulfilment(ctx, uuid, change) {
  if (change.version !== void 0) {
    const { order } = await lockOrderWithStock(ctx, uuid);
    if (change.version < order.version) throw conflict("stale_version", messages.stale_version, await fulfilmentOf(ctx, order.id));
  }
  if ("unallocate" in change) return unallocate(ctx, uuid);
  return "sendBack" in change ? sendBack2(ctx, uuid) : holdOrder(ctx, uuid, change);
}

// server/ordering/submit-order.ts
import { and as and71, eq as eq104, isNull as isNull40, sql as sql93 } from "drizzle-orm";

// server/budgets/lock-budgets.ts
import { and as and68, asc as asc31, eq as eq98, or as or20 } from "drizzle-orm";
var chargedPairs = async (ctx, order_id) => ctx.db.selectDistinct({ employee_id: orderLines.employee_id, employee_role_id: employeeRoles.id }).from(orderLines).innerJoin(employeeRoles, eq98(employeeRoles.id, orderLines.employee_role_id)).where(and68(eq98(orderLines.order_id, order_id), eq98(employeeRoles.is_budgeted, true))).orderBy(asc31(orderLines.employee_id), asc31(employeeRoles.id));
async function lockBudgets(ctx, pairs) {
  if (!pairs.length) return;
  const wanted2 = pairs.map(({ employee_id, employee_role_id }) => ({ user_id: employee_id, employee_role_id }));
  await ctx.db.insert(budgetLocks).values(wanted2).onConflictDoNothing();
  await locked(
    ctx.db.select({ user_id: budgetLocks.user_id }).from(budgetLocks).where(or20(...wanted2.map((pair) => and68(eq98(budgetLocks.user_id, pair.user_id), eq98(budgetLocks.employee_role_id, pair.employee_role_id))))).orderBy(asc31(budgetLocks.user_id), asc31(budgetLocks.employee_role_id))
  );
}

// server/sizes/ask-for-sizes.ts
import { eq as eq99 } from "drizzle-orm";
import { z as z67 } from "zod";

// shared/sizes/size-link.ts
var linkDays = 30;
var askAgainAfterMinutes = 10;
var deadLinkMessages = {
  link_unknown: messages.size_link_unknown,
  link_expired: messages.size_link_expired,
  link_sized: messages.size_link_sized,
  link_cancelled: messages.size_link_cancelled
};
function deadLink(link, now) {
  if (link.is_cancelled) return "link_cancelled";
  if (link.missing === 0) return "link_sized";
  return link.expires_at <= now ? "link_expired" : null;
}

// server/mail/letters/size-request.ts
var sizeRequestLetter = ({ name: name4, requester: requester3, company, order_number, url, until, wearer }) => letter({
  kind: "size_request",
  subject: `Which size do you wear? Order ${order_number} waits for you`,
  heading: "Choose your sizes",
  parts: [
    { paragraph: `Hello ${name4},` },
    {
      paragraph: `${requester3} has ordered clothing for you. Say which sizes you wear, and it can be sent. It takes a minute, and you need no password.`
    },
    { button: { label: "Choose my sizes", url } },
    ...wearerParts([wearer]),
    {
      facts: [
        ["Order", order_number],
        ["Ordered by", `${requester3}, ${company}`],
        ["Open until", until]
      ]
    }
  ],
  footer: `You receive this because ${requester3} ordered clothing for you. The link is yours alone: please do not pass it on.`
});

// server/sizes/ask-for-sizes.ts
var people3 = z67.array(z67.object({ id: z67.int(), name: z67.string() }));
var askedSchema = z67.object({
  asked: people3.describe("Who was sent a link"),
  without_email: people3.describe("Whose sizes are missing and who has no e-mail address")
});
var day2 = 24 * 60 * 6e4;
var inWords2 = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", day: "numeric", month: "long", year: "numeric" });
var list = new Intl.ListFormat("en-GB");
var person3 = ({ id: id9, name: name4 }) => ({ id: id9, name: name4 });
async function mailLinks(ctx, order, wearers2) {
  const expires = new Date(Date.parse(ctx.now) + linkDays * day2);
  const [about] = await ctx.db.select({ requester: personName(users).as("requester"), company: accounts.name }).from(users).innerJoin(accounts, eq99(accounts.id, order.account_id)).where(eq99(users.id, order.requester_id));
  const { requester: requester3, company } = found(about);
  const links = wearers2.map((wearer) => ({ wearer, token: newToken() }));
  await ctx.db.insert(sizeLinks).values(
    links.map(({ wearer, token }) => ({
      order_id: order.id,
      employee_id: wearer.id,
      token_hash: hashToken(token),
      created_at: ctx.now,
      expires_at: expires.toISOString()
    }))
  );
  await queueMails(
    ctx,
    links.map(({ wearer, token }) => ({
      ...sizeRequestLetter({
        name: wearer.forenames,
        requester: requester3,
        company,
        order_number: orderNumber(order.id),
        url: `${ctx.services.settings.public_url}/sizes/${token}`,
        until: inWords2.format(expires),
        wearer: {
          name: wearer.name,
          items: wearer.lines.map(({ product: product2, colour, quantity: quantity2 }) => ({ product: product2, colour, quantity: quantity2, size: null, is_size_selected: false }))
        }
      }),
      to: wearer.email,
      account_id: order.account_id
    }))
  );
}
async function askWearers(ctx, order, wearers2) {
  if (!wearers2.length) return { asked: [], without_email: [] };
  const reachable = wearers2.flatMap((wearer) => wearer.email ? [{ ...wearer, email: wearer.email }] : []);
  const without = wearers2.filter(({ email }) => !email);
  if (reachable.length) await mailLinks(ctx, order, reachable);
  const number4 = orderNumber(order.id);
  const url = `/orders/${order.uuid}`;
  const others2 = reachable.filter(({ id: id9 }) => id9 !== ctx.actor.id).map(({ id: id9 }) => id9);
  await notify(ctx, others2, { title: "Choose your sizes", message: `Order ${number4} waits for the sizes that you wear.`, url });
  if (without.length)
    await notify(ctx, [ctx.actor.id], {
      title: `Order ${number4}: nobody asks ${without.length === 1 ? "this person" : "these people"} for sizes`,
      message: `${list.format(without.map(({ name: name4 }) => name4))} ${without.length === 1 ? "has" : "have"} no e-mail address here. Ask them yourself and choose their sizes on the order.`,
      url
    });
  const asked3 = { asked: reachable.map(person3), without_email: without.map(person3) };
  await audit(ctx, "order.sizes_asked", { type: "order", id: order.id }, null, asked3);
  return asked3;
}
var askForSizes = async (ctx, order) => askWearers(ctx, order, await unsizedWearers(ctx, order.id));
async function askAgain(ctx, uuid, only2) {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.ask_for_sizes(ctx.actor, order));
  enforce(checkNotCancelled(order));
  if (!order.submitted_at) throw conflict("order_not_submitted", messages.order_not_submitted);
  const missing4 = await unsizedWearers(ctx, order.id);
  if (!missing4.length) throw conflict("sizes_complete", messages.sizes_complete);
  if (only2?.some((id9) => !missing4.some((wearer) => wearer.id === id9))) throw invalid({ employees: messages.nobody_to_ask });
  const asked3 = await askedForSizes(ctx, order.id);
  const before = new Date(Date.parse(ctx.now) - askAgainAfterMinutes * 6e4).toISOString();
  const wearers2 = missing4.filter(({ id: id9 }) => (!only2 || only2.includes(id9)) && (asked3.get(id9)?.asked_at ?? "") <= before);
  if (!wearers2.length) throw conflict("already_asked", messages.already_asked);
  return askWearers(ctx, order, wearers2);
}

// server/ordering/freeze-prices.ts
import { eq as eq100, sql as sql90 } from "drizzle-orm";
async function freezePrices(ctx, order) {
  const lines2 = await ctx.db.select({
    id: orderLines.id,
    employee_id: orderLines.employee_id,
    product_id: orderLines.product_id,
    product_name: orderLines.product_name,
    unit_price: orderLines.unit_price,
    is_manually_priced: orderLines.is_manually_priced
  }).from(orderLines).where(eq100(orderLines.order_id, order.id));
  const offers = await offersFor(ctx, order, [...new Set(lines2.map(({ employee_id }) => employee_id))]);
  const gone2 = [];
  const changes = [];
  for (const { id: id9, employee_id, product_id, product_name, unit_price, is_manually_priced } of lines2) {
    const offer = offerOf(offers.get(employee_id) ?? /* @__PURE__ */ new Map(), product_id);
    if (!offer) gone2.push({ id: id9, product_name });
    else if (!is_manually_priced && offer.price !== unit_price) changes.push({ id: id9, price: offer.price });
  }
  if (changes.length) {
    const values = sql90.join(
      changes.map(({ id: id9, price }) => sql90`(cast(${id9} as bigint), cast(${price} as bigint))`),
      sql90`, `
    );
    await run(
      ctx.db,
      sql90`with change (line_id, price) as (values ${values})
        update order_lines set unit_price = change.price, version = version + 1 from change where change.line_id = order_lines.id`
    );
  }
  return gone2;
}

// server/ordering/set-details.ts
import { and as and69, eq as eq101, isNull as isNull38, sql as sql91 } from "drizzle-orm";
async function enforceSite(ctx, order, site_id) {
  const [site] = await ctx.db.select({ delivery_address: sites.delivery_address }).from(sites).where(and69(eq101(sites.id, site_id), eq101(sites.account_id, order.account_id), isNull38(sites.deleted_at)));
  const isBound = ctx.actor.role === "site_admin" || ctx.actor.role === "manager";
  if (!site || isBound && site_id !== order.delivery_site_id && !ctx.actor.site_ids.includes(site_id))
    throw invalid({ delivery_site_id: messages.unknown_site });
  return site.delivery_address;
}
async function placeOf(ctx, order, { delivery_site_id, delivery_address }) {
  if (!delivery_site_id) return delivery_address ? { delivery_address } : {};
  const own2 = await enforceSite(ctx, order, delivery_site_id);
  const isNew = delivery_site_id !== order.delivery_site_id || !order.delivery_address;
  return { delivery_site_id, ...delivery_address ? { delivery_address } : isNew ? { delivery_address: own2 } : {} };
}
var canonical = (value2) => JSON.stringify(
  value2 && typeof value2 === "object" ? Object.entries(value2).filter(([, part]) => part).sort() : value2 ?? null
);
async function writeDetails(ctx, order, details2) {
  const { delivery_site_id, delivery_address, ...rest } = details2;
  const place = await placeOf(ctx, order, { delivery_site_id, delivery_address });
  const values = {};
  for (const [key, value2] of Object.entries({ ...rest, ...place })) {
    if (value2 === void 0) continue;
    const stored = value2 === "" ? null : value2;
    if (canonical(order[key]) !== canonical(stored)) Object.assign(values, { [key]: stored });
  }
  if (!Object.keys(values).length) return order;
  const [changed] = await ctx.db.update(orders).set({ ...values, version: sql91`${orders.version} + 1` }).where(eq101(orders.id, order.id)).returning();
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, order[key]]));
  await audit(ctx, "order.details", { type: "order", id: order.id }, before, values);
  return found(changed);
}
var same2 = (left2, right) => (left2 || null) === (right || null);
async function saveAddress(ctx, address3) {
  const mine = await ctx.db.select().from(savedAddresses).where(eq101(savedAddresses.user_id, ctx.actor.id));
  const { address_line_1, address_line_2, address_line_3, address_line_4, address_line_5, postcode } = address3;
  const isKnown3 = mine.some(
    (one2) => same2(one2.address_line_1, address_line_1) && same2(one2.address_line_2, address_line_2) && same2(one2.address_line_3, address_line_3) && same2(one2.address_line_4, address_line_4) && same2(one2.address_line_5, address_line_5) && same2(one2.postcode, postcode)
  );
  if (isKnown3) return;
  await ctx.db.insert(savedAddresses).values({ user_id: ctx.actor.id, ...address3, created_at: ctx.now });
  await audit(ctx, "address.saved", { type: "user", id: ctx.actor.id }, null, address3);
}
async function setDetails(ctx, uuid, details2, also) {
  const order = await findEditable(ctx, uuid);
  if (also.version !== void 0 && also.version < order.version) enforceVersion(also.version, order.version, await orderView(ctx, uuid));
  const changed = await writeDetails(ctx, order, details2);
  if (also.saveAddress && changed.delivery_address) await saveAddress(ctx, changed.delivery_address);
  return orderView(ctx, uuid);
}
async function findInVersion(ctx, uuid, version3) {
  const order = await findOrder(ctx, uuid, { lock: true });
  if (version3 !== void 0 && version3 < order.version) enforceVersion(version3, order.version, await orderView(ctx, uuid));
  return order;
}

// server/ordering/tell-people.ts
import { eq as eq103 } from "drizzle-orm";

// server/mail/letters/approval-request.ts
var approvalRequestLetter = (order) => letter({
  kind: "approval_request",
  subject: `${order.requester} asks you to approve order ${order.order_number}`,
  heading: `${order.requester} has requested an order`,
  parts: [
    { paragraph: `Hello ${order.name},` },
    { paragraph: "Nothing is sent until you approve it. You can change it first, or decline it with a reason." },
    {
      facts: [
        ["Order", order.order_number],
        ["Site", order.site],
        ["Goods, before VAT", pounds(order.sub_total)],
        ["Notes", order.notes]
      ]
    },
    ...wearerParts(order.wearers),
    { button: { label: "Look at the request", url: order.url } }
  ],
  footer: "You receive this because you may approve orders of this person."
});

// server/mail/letters/order-confirmation.ts
var orderConfirmationLetter = (order) => letter({
  kind: "order_confirmation",
  subject: `Order ${order.order_number} is with us`,
  heading: `Thank you: order ${order.order_number}`,
  parts: [
    { paragraph: `Hello ${order.name},` },
    { paragraph: "We have your order and will write again when it leaves us." },
    {
      facts: [
        ["Order", order.order_number],
        ["Your PO", order.po_reference],
        ["Deliver to", order.delivery_address.join("\n")]
      ]
    },
    ...wearerParts(order.wearers),
    ...order.totals ? [
      {
        facts: [
          ["Goods", pounds(order.totals.sub_total)],
          ["VAT", pounds(order.totals.vat)],
          ["Total", pounds(order.totals.total)]
        ]
      }
    ] : [],
    { button: { label: "See the order", url: order.url } }
  ],
  footer: "You receive this because you placed this order."
});

// server/mail/letters/over-budget.ts
var overBudgetLetter = (order) => letter({
  kind: "over_budget",
  subject: `Order ${order.order_number} goes over a budget`,
  heading: `Order ${order.order_number} goes over a budget`,
  parts: [
    { paragraph: `${order.submitter} placed an order that takes ${order.employee_name} over the budget for ${order.role}.` },
    {
      facts: [
        ["Budget", pounds(order.budget_value)],
        ["Spent before", pounds(order.spent)],
        ["This order", pounds(order.this_order)],
        ["Over by", pounds(order.spent + order.this_order - order.budget_value)]
      ]
    },
    { button: { label: "See the order", url: order.url } }
  ],
  footer: "You receive this because your address is given for alerts on this budget."
});

// server/ordering/approvers.ts
import { and as and70, eq as eq102, inArray as inArray18, isNull as isNull39, ne as ne8, sql as sql92 } from "drizzle-orm";
var people4 = (ctx, order, ...conditions) => ctx.db.select({ id: users.id, name: personName(users).as("name"), email: users.email }).from(users).where(
  and70(
    isNull39(users.deleted_at),
    eq102(users.is_disabled, false),
    eq102(users.is_supervised_orderer, false),
    ne8(users.id, order.requester_id),
    ne8(users.id, order.creator_id),
    ...conditions
  )
);
async function approversOf(ctx, order) {
  const ofAccount = eq102(users.account_id, order.account_id);
  const atSite = sql92`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${order.delivery_site_id})`;
  const near = await people4(ctx, order, ofAccount, inArray18(users.role, ["site_admin", "manager"]), atSite);
  if (near.length) return near;
  const clients = await people4(ctx, order, ofAccount, eq102(users.role, "client_admin"));
  return clients.length ? clients : people4(ctx, order, eq102(users.role, "super"));
}

// server/ordering/tell-people.ts
var wearerItems = (lines2) => {
  const byWearer2 = /* @__PURE__ */ new Map();
  for (const { employee: employee3, product: product2, product_name, qty_requested, is_size_selected } of lines2) {
    const wearer = byWearer2.get(employee3.id) ?? { name: employee3.name, items: [] };
    const { attributes } = product2;
    wearer.items.push({
      product: product_name,
      size: sizeOf(attributes),
      colour: attributes.variation_colour,
      quantity: qty_requested,
      is_size_selected
    });
    byWearer2.set(employee3.id, wearer);
  }
  return [...byWearer2.values()];
};
var requesterOf = async (ctx, order) => found(
  (await ctx.db.select({ id: users.id, name: personName(users).as("name"), email: users.email }).from(users).where(eq103(users.id, order.requester_id)))[0]
);
async function tellSubmitted(ctx, order, facts, over) {
  const { account_id } = order;
  const number4 = orderNumber(order.id);
  const url = `${ctx.services.settings.public_url}/orders/${order.uuid}`;
  const requester3 = await requesterOf(ctx, order);
  if (requester3.email) {
    const totals = { sub_total: facts.sub_total, vat: facts.vat, total: facts.sub_total + facts.vat };
    const mail = orderConfirmationLetter({
      name: requester3.name,
      order_number: number4,
      url,
      po_reference: order.client_po_reference,
      delivery_address: order.delivery_address ? addressLines(order.delivery_address) : [],
      wearers: wearerItems(await linesOfOrder(ctx, order.id, { prices: true, costs: false })),
      totals
    });
    await queueMail(ctx, { to: requester3.email, account_id, ...mail });
  }
  for (const budget of over) {
    if (!budget.budget_forced_alert_email) continue;
    const { employee_name, name: role2, spent, this_order, budget_value } = budget;
    const mail = overBudgetLetter({
      order_number: number4,
      url,
      submitter: ctx.actor.name,
      employee_name,
      role: role2,
      spent,
      this_order,
      budget_value: budget_value ?? 0
    });
    await queueMail(ctx, { to: budget.budget_forced_alert_email, account_id, ...mail });
  }
  if (order.requested_at)
    await notify(ctx, [order.requester_id], {
      title: `Order ${number4} is approved`,
      message: `${ctx.actor.name} approved and submitted your order.`,
      url: `/orders/${order.uuid}`
    });
}
async function tellRequested(ctx, order, facts) {
  const number4 = orderNumber(order.id);
  const approvers = await approversOf(ctx, order);
  const wearers2 = wearerItems(await linesOfOrder(ctx, order.id, { prices: true, costs: false }));
  const [site] = order.delivery_site_id ? await ctx.db.select({ name: sites.name }).from(sites).where(eq103(sites.id, order.delivery_site_id)) : [];
  await notify(
    ctx,
    approvers.map(({ id: id9 }) => id9),
    { title: `Order ${number4} waits for you`, message: `${ctx.actor.name} asks you to approve an order.`, url: `/orders/${order.uuid}` }
  );
  for (const { name: name4, email } of approvers) {
    if (!email) continue;
    const mail = approvalRequestLetter({
      name: name4,
      requester: ctx.actor.name,
      order_number: number4,
      url: `${ctx.services.settings.public_url}/orders/${order.uuid}`,
      site: site?.name ?? null,
      notes: order.customer_notes,
      wearers: wearers2,
      sub_total: facts.sub_total
    });
    await queueMail(ctx, { to: email, account_id: order.account_id, ...mail });
  }
}

// server/ordering/submit-order.ts
async function enforceComplete(ctx, order, facts, given2, isRequest) {
  const [about] = await ctx.db.select({ require_po: accounts.require_po, require_cc: accounts.require_cc, inverse_po: sites.inverse_po, inverse_cc: sites.inverse_cc }).from(accounts).leftJoin(sites, eq104(sites.id, sql93`${order.delivery_site_id}`)).where(eq104(accounts.id, order.account_id));
  const { require_po, require_cc, inverse_po, inverse_cc } = found(about);
  const requires = { po: !isRequest && isRequired(require_po, inverse_po ?? false), cc: !isRequest && isRequired(require_cc, inverse_cc ?? false) };
  const terms2 = given2.terms || !given2.needs_terms || order.terms_accepted_at !== null;
  const { lines_with_sizes, lines_with_no_sizes } = facts;
  const faults2 = submissionFaults(
    { ...order, lines: lines_with_sizes + lines_with_no_sizes, lines_with_no_sizes, requires },
    { terms: terms2, confirm_missing_sizes: given2.confirm_missing_sizes },
    ctx.actor.role,
    given2.po_field
  );
  if (Object.keys(faults2).length) throw invalid(faults2);
}
async function enforceBudgets(ctx, order, force) {
  const budgets = await budgetsOfOrder(ctx, order);
  const { verdict, over } = judgeBudgets(budgets);
  const arithmetic = over.map(budgetArithmetic);
  if (verdict === "refused") throw invalid({ budget: [messages.over_budget, ...arithmetic] });
  if (verdict === "forceable" && !force) throw invalid({ force_over_budget_order: [messages.over_budget, ...arithmetic] });
  const forced = new Set(over.map(({ employee_id, employee_role_id }) => `${employee_id}/${employee_role_id}`));
  return budgets.filter(({ employee_id, employee_role_id }) => forced.has(`${employee_id}/${employee_role_id}`));
}
async function enforceOffered(ctx, order) {
  const gone2 = await freezePrices(ctx, order);
  if (!gone2.length || policy.use_office(ctx.actor)) return;
  throw invalid({ lines: gone2.map(({ product_name }) => messages.no_longer_offered(product_name)) });
}
var factsOf = async (ctx, order) => found((await orderFacts(ctx.db, [order.id]))[0]);
async function requestOrder(ctx, order, given2) {
  enforce(checkEdit(order, { approve: false }));
  await enforceOffered(ctx, order);
  const facts = await factsOf(ctx, order);
  await enforceComplete(ctx, order, facts, given2, true);
  const terms_accepted_at = given2.terms ? ctx.now : order.terms_accepted_at;
  await ctx.db.update(orders).set({ requested_at: ctx.now, declined_reason: null, terms_accepted_at, version: sql93`${orders.version} + 1` }).where(eq104(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.requested", { type: "order", id: order.id });
  await tellRequested(ctx, order, facts);
}
async function sendOrder(ctx, order, given2) {
  await enforceOffered(ctx, order);
  const facts = await factsOf(ctx, order);
  await enforceComplete(ctx, order, facts, given2, false);
  const over = await enforceBudgets(ctx, order, given2.force_over_budget_order);
  await ctx.db.update(orders).set({
    submitted_at: ctx.now,
    approver_id: order.requested_at ? ctx.actor.id : null,
    declined_reason: null,
    terms_accepted_at: given2.terms ? ctx.now : order.terms_accepted_at,
    force_over_budget_order: over.length > 0,
    version: sql93`${orders.version} + 1`
  }).where(and71(eq104(orders.id, order.id), isNull40(orders.submitted_at)));
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, order.requested_at ? "order.approved" : "order.submitted", { type: "order", id: order.id }, null, {
    sub_total: facts.sub_total,
    over_budget: over.map(budgetArithmetic)
  });
  await tellSubmitted(ctx, order, facts, over);
  if (facts.lines_with_no_sizes) await askForSizes(ctx, order);
}
var isLocked = (locked3, pair) => locked3.some(({ employee_id, employee_role_id }) => employee_id === pair.employee_id && employee_role_id === pair.employee_role_id);
async function submitOrder(ctx, uuid, given2) {
  const seen = await findOrder(ctx, uuid);
  authorize(policy.edit_draft(ctx.actor, seen));
  const isRequest = policy.sends_requests(ctx.actor);
  const pairs = isRequest ? [] : await chargedPairs(ctx, seen.id);
  await lockBudgets(ctx, pairs);
  const order = await findInVersion(ctx, uuid, given2.version);
  enforce(checkSubmitNow(order));
  const approve = policy.approve_request(ctx.actor, order);
  enforce(checkEdit(order, { approve }));
  if (!isRequest && !(await chargedPairs(ctx, order.id)).every((pair) => isLocked(pairs, pair)))
    throw conflict("stale_version", messages.stale_version, await orderView(ctx, uuid));
  const detailed = await writeDetails(ctx, order, given2.details);
  if (given2.saveAddress && detailed.delivery_address) await saveAddress(ctx, detailed.delivery_address);
  await (isRequest ? requestOrder(ctx, detailed, given2) : sendOrder(ctx, detailed, given2));
  return orderView(ctx, uuid);
}

// server/ordering/update-order.ts
import { and as and72, eq as eq105, isNull as isNull41, or as or21 } from "drizzle-orm";
async function enforceRequester(ctx, order, requester_id) {
  const [person6] = await ctx.db.select({ id: users.id }).from(users).where(and72(eq105(users.id, requester_id), isNull41(users.deleted_at), or21(eq105(users.account_id, order.account_id), eq105(users.role, "super"))));
  if (!person6) throw invalid({ requester_id: messages.unknown_employee });
}
async function updateOrder(ctx, uuid, { version: version3, ...head }) {
  authorize(policy.use_office(ctx.actor));
  const order = await findInVersion(ctx, uuid, version3);
  enforce(checkNotCancelled(order));
  if (head.requester_id && head.requester_id !== order.requester_id) await enforceRequester(ctx, order, head.requester_id);
  await writeDetails(ctx, order, head);
  return orderView(ctx, uuid);
}

// server/ordering/change-office-order.ts
var hold2 = holdBody.partial().shape;
var officeOrderChange = z68.union([callBack, orderChange.extend({ submit: z68.literal(true), ...hold2 }), officeOrder.extend(hold2)]);
async function turnsHold(ctx, uuid, { is_frozen, frozen_reason }) {
  if (is_frozen === void 0) return false;
  const order = await findOrder(ctx, uuid);
  return is_frozen !== order.is_frozen || is_frozen && !!frozen_reason && frozen_reason !== order.frozen_reason;
}
async function changeOfficeOrder(ctx, uuid, body) {
  if ("unallocate" in body || "sendBack" in body) {
    await changeFulfilment(ctx, uuid, body);
    return orderView(ctx, uuid);
  }
  authorize(policy.use_office(ctx.actor));
  const { is_frozen, frozen_reason, ...head } = body;
  if (is_frozen !== void 0 && await turnsHold(ctx, uuid, body)) {
    await changeFulfilment(ctx, uuid, { is_frozen, frozen_reason, version: head.version });
    delete head.version;
    if (Object.values(head).every((value2) => value2 === void 0)) return orderView(ctx, uuid);
  }
  if (!("submit" in head)) return updateOrder(ctx, uuid, head);
  return submitOrder(ctx, uuid, {
    details: details.parse(head),
    saveAddress: head.saveAddress === true,
    terms: head.terms === true,
    needs_terms: false,
    force_over_budget_order: head.force_over_budget_order === true,
    confirm_missing_sizes: head.confirm_missing_sizes === true,
    po_field: "client_po_reference",
    version: head.version
  });
}

// server/ordering/change-order.ts
function changeOrder(ctx, uuid, body, query) {
  const { version: version3 } = body;
  const saveAddress2 = body.saveAddress === true;
  const office = policy.use_office(ctx.actor);
  const given2 = {
    details: details.parse(body),
    saveAddress: saveAddress2,
    version: version3,
    terms: body.terms === true,
    force_over_budget_order: body.force_over_budget_order === true || query.overBudget === true,
    confirm_missing_sizes: body.confirm_missing_sizes === true
  };
  if (query.submitted) return submitOrder(ctx, uuid, { ...given2, needs_terms: !office, po_field: "client_po_reference" });
  if (body.submitted_at) {
    const client_po_reference = body.po_reference === void 0 ? given2.details.client_po_reference : body.po_reference;
    return submitOrder(ctx, uuid, { ...given2, details: { ...given2.details, client_po_reference }, needs_terms: false, po_field: "po_reference" });
  }
  if (!body.set_delivery_details && !Object.keys(given2.details).length) throw invalid({ body: messages.nothing_to_change });
  return setDetails(ctx, uuid, given2.details, { saveAddress: saveAddress2, version: version3 });
}

// server/ordering/decline-request.ts
import { eq as eq106, sql as sql94 } from "drizzle-orm";
async function backToDraft(ctx, order, declined_reason) {
  enforce(checkWithdraw(order));
  await ctx.db.update(orders).set({ requested_at: null, declined_reason, version: sql94`${orders.version} + 1` }).where(eq106(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
}
async function declineRequest(ctx, uuid, reason) {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.approve_request(ctx.actor, order));
  await backToDraft(ctx, order, reason);
  await audit(ctx, "order.declined", { type: "order", id: order.id }, null, { reason });
  await notify(ctx, [order.requester_id], { title: `Order ${orderNumber(order.id)} was declined`, message: reason, url: `/orders/${uuid}/edit` });
  return orderView(ctx, uuid);
}
async function withdrawRequest(ctx, uuid) {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.withdraw_request(ctx.actor, order));
  await backToDraft(ctx, order, null);
  await audit(ctx, "order.withdrawn", { type: "order", id: order.id });
  return orderView(ctx, uuid);
}

// server/ordering/delete-line.ts
import { and as and73, eq as eq107, inArray as inArray19, or as or22 } from "drizzle-orm";
async function deleteLine(ctx, uuid, line_id) {
  const order = await findEditable(ctx, uuid);
  const line2 = await findLine(ctx, order, line_id);
  enforce(checkUnpromised(line2));
  await ctx.db.delete(orderLines).where(eq107(orderLines.id, line2.id));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order_line.deleted", { type: "order_line", id: line2.id }, line2);
  return { deleted: [line2.id] };
}
async function removeProduct(ctx, uuid, product_id) {
  const order = await findEditable(ctx, uuid);
  const sizes = ctx.db.select({ id: products.id }).from(products).where(or22(eq107(products.id, product_id), eq107(products.parent_id, product_id)));
  const gone2 = await ctx.db.delete(orderLines).where(and73(eq107(orderLines.order_id, order.id), inArray19(orderLines.product_id, sizes))).returning();
  if (!gone2.length) throw notFound();
  enforce(all(...gone2.map(checkUnpromised)));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.product_removed", { type: "order", id: order.id }, gone2);
  return { deleted: gone2.map(({ id: id9 }) => id9) };
}

// server/ordering/delete-order.ts
import { eq as eq108 } from "drizzle-orm";
async function deleteOrder(ctx, uuid) {
  authorize(policy.edit_draft(ctx.actor, await findOrder(ctx, uuid)));
  const { order: held3 } = await lockOrderWithStock(ctx, uuid);
  const order = await findOrder(ctx, uuid);
  const facts = found((await orderFacts(ctx.db, [order.id]))[0]);
  const qty_picked = await qtyPicked(ctx, facts.pick_id);
  enforce(checkDelete(order, { ...facts, qty_picked }, { submitted: policy.delete_submitted(ctx.actor) }));
  if (order.submitted_at) {
    await releaseOrder(ctx, { id: order.id, pick_id: (await momentOf(ctx, held3)).pick_id }, "deleted");
    await refreshStatus(ctx, [order.id]);
  }
  await ctx.db.update(orders).set({ deleted_at: ctx.now }).where(eq108(orders.id, order.id));
  await audit(ctx, "order.deleted", { type: "order", id: order.id }, { status: order.status, submitted_at: order.submitted_at });
  return { uuid, deleted: true };
}
function deleteAnyOrder(ctx, uuid) {
  authorize(policy.delete_submitted(ctx.actor));
  return deleteOrder(ctx, uuid);
}

// server/ordering/lines-of-wearer.ts
async function linesOfWearer(ctx, uuid, employee_id) {
  const order = await findOrder(ctx, uuid);
  const isSeen = policy.see_whole_order(ctx.actor, order) || employee_id === ctx.actor.id;
  if (!isSeen || !await isWearer(ctx, order.id, employee_id)) throw notFound();
  const see = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return { lines: (await linesOfOrder(ctx, order.id, see)).filter(({ employee: employee3 }) => employee3.id === employee_id) };
}

// server/ordering/office-lines.ts
import { and as and74, eq as eq109, inArray as inArray20, isNull as isNull42, sql as sql95 } from "drizzle-orm";
async function findForOffice(ctx, uuid) {
  authorize(policy.use_office(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  if (order.submitted_at) enforce(checkOfficeEdit(order, (await openRound3(ctx, order.id))?.state ?? null));
  else enforce(checkEdit(order, { approve: true }));
  return order;
}
async function terms(ctx, order, employee_id, product_id) {
  const offer = offerOf(await offerFor(ctx, order, employee_id), product_id);
  if (offer) return offer;
  const [product2] = await ctx.db.select({ name: products.name, price: products.price, vat_rate: products.vat_rate }).from(products).where(and74(eq109(products.id, product_id), isNull42(products.deleted_at)));
  if (!product2) throw invalid({ product_id: messages.unknown_product });
  const sizes = await ctx.db.select({ price: products.price }).from(products).where(and74(eq109(products.parent_id, product_id), isNull42(products.deleted_at)));
  const price = sizes.length ? Math.max(...sizes.map((size) => size.price)) : product2.price;
  return { name: product2.name, price, vat_rate: product2.vat_rate, is_size_selected: sizes.length === 0 };
}
async function enforceWearer(ctx, order, employee_id) {
  const [wearer] = await ctx.db.select({ id: users.id }).from(users).where(and74(eq109(users.id, employee_id), eq109(users.account_id, order.account_id), inArray20(users.role, [...clientRoles]), isNull42(users.deleted_at)));
  if (!wearer) throw invalid({ employee_id: messages.unknown_employee });
  await ctx.db.insert(orderEmployees).values({ order_id: order.id, employee_id }).onConflictDoNothing();
}
async function role(ctx, employee_id, budget) {
  const charged = chargedRole(await rolesOf(ctx, employee_id), budget);
  if (charged === void 0) throw invalid({ budget: messages.unknown_role });
  return charged;
}
async function addOfficeLine(ctx, uuid, line2) {
  const order = await findForOffice(ctx, uuid);
  await enforceWearer(ctx, order, line2.employee_id);
  const { name: name4, price, vat_rate, is_size_selected } = await terms(ctx, order, line2.employee_id, line2.product_id);
  const [made] = await ctx.db.insert(orderLines).values({
    order_id: order.id,
    employee_id: line2.employee_id,
    product_id: line2.product_id,
    product_name: name4,
    employee_role_id: await role(ctx, line2.employee_id, line2.budget),
    decoration: line2.decoration || null,
    notes: line2.notes || null,
    qty_requested: line2.quantity,
    unit_price: line2.unit_price ?? price,
    is_manually_priced: line2.unit_price !== void 0 && line2.unit_price !== null,
    vat_rate: vat_rate ?? ctx.services.settings.VAT_RATE,
    is_size_selected,
    created_at: ctx.now
  }).returning({ id: orderLines.id });
  const { id: id9 } = found(made);
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order_line.added", { type: "order_line", id: id9 }, null, line2);
  return lineView(ctx, order, id9);
}
async function orderOfLine2(ctx, line_id) {
  const [row2] = await ctx.db.select({ uuid: orders.uuid }).from(orderLines).innerJoin(orders, eq109(orders.id, orderLines.order_id)).where(eq109(orderLines.id, line_id));
  return found(row2).uuid;
}
async function officeLine2(ctx, line_id) {
  authorize(policy.use_floor(ctx.actor));
  return lineView(ctx, await findOrder(ctx, await orderOfLine2(ctx, line_id)), line_id);
}
async function changeOfficeLine(ctx, line_id, change) {
  authorize(policy.use_office(ctx.actor));
  const order = await findForOffice(ctx, await orderOfLine2(ctx, line_id));
  const line2 = await findLine(ctx, order, line_id);
  if (change.version !== void 0 && change.version < line2.version)
    enforceVersion(change.version, line2.version, await lineView(ctx, order, line_id));
  const values = {};
  const employee_id = change.employee_id ?? line2.employee_id;
  const product_id = change.product_id ?? line2.product_id;
  const isOther = employee_id !== line2.employee_id || product_id !== line2.product_id;
  if (isOther) {
    enforce(checkUnpromised(line2));
    if (employee_id !== line2.employee_id) await enforceWearer(ctx, order, employee_id);
  }
  if (isOther || change.unit_price === null) {
    const { name: name4, price, vat_rate, is_size_selected } = await terms(ctx, order, employee_id, product_id);
    const unit_price = line2.is_manually_priced && change.unit_price !== null ? line2.unit_price : price;
    Object.assign(values, {
      employee_id,
      product_id,
      product_name: name4,
      is_size_selected,
      unit_price,
      vat_rate: vat_rate ?? ctx.services.settings.VAT_RATE
    });
    if (change.unit_price === null) values.is_manually_priced = false;
    if (product_id !== line2.product_id) values.picked_product_id = null;
  }
  if (change.budget !== void 0 || employee_id !== line2.employee_id) values.employee_role_id = await role(ctx, employee_id, change.budget);
  if (change.unit_price !== void 0 && change.unit_price !== null)
    Object.assign(values, { unit_price: change.unit_price, is_manually_priced: true });
  if (change.notes !== void 0) values.notes = change.notes || null;
  if (change.decoration !== void 0) values.decoration = change.decoration || null;
  if (change.qty_requested !== void 0) {
    const least = line2.qty_allocated + line2.qty_shipped + line2.qty_cancelled;
    if (change.qty_requested < least) throw invalid({ qty_requested: messages.qty_promised(least) });
    values.qty_requested = change.qty_requested;
  }
  if (!Object.keys(values).length) return lineView(ctx, order, line_id);
  await ctx.db.update(orderLines).set({ ...values, version: sql95`${orderLines.version} + 1` }).where(eq109(orderLines.id, line2.id));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, line2[key]]));
  await audit(ctx, "order_line.changed", { type: "order_line", id: line2.id }, before, values);
  if (order.submitted_at && values.is_size_selected && !line2.is_size_selected) await tellSizesIn(ctx, order);
  return lineView(ctx, order, line_id);
}

// server/ordering/order-budgets.ts
async function budgetsOf(ctx, uuid) {
  const order = await findOrder(ctx, uuid);
  authorize(policy.see_order_prices(ctx.actor, order));
  return { items: (await budgetsAround(ctx, order)).map(budgetView) };
}

// server/ordering/order-employees.ts
import { and as and76, eq as eq111 } from "drizzle-orm";

// server/ordering/start-order.ts
import { and as and75, eq as eq110, inArray as inArray21, isNull as isNull43 } from "drizzle-orm";
import { z as z69 } from "zod";

// server/ordering/new-uuid.ts
import { randomBytes as randomBytes2 } from "node:crypto";
function newUuid(now) {
  const bytes = randomBytes2(16);
  bytes.writeUIntBE(Date.parse(now), 0, 6);
  bytes.writeUInt8(bytes.readUInt8(6) & 15 | 112, 6);
  bytes.writeUInt8(bytes.readUInt8(8) & 63 | 128, 8);
  const hex2 = bytes.toString("hex");
  return [hex2.slice(0, 8), hex2.slice(8, 12), hex2.slice(12, 16), hex2.slice(16, 20), hex2.slice(20)].join("-");
}

// server/ordering/start-order.ts
var startedSchema = z69.object({
  id: z69.int(),
  uuid: z69.string(),
  order_number: z69.string(),
  url: z69.string().describe("Where to go on with it")
});
async function findWearers(ctx, ids3) {
  const rows2 = await ctx.db.select({ id: users.id, account_id: accounts.id }).from(users).innerJoin(accounts, eq110(accounts.id, users.account_id)).where(and75(inArray21(users.id, [...ids3]), isNull43(accounts.deleted_at), visibleEmployees(ctx.actor)));
  const known2 = new Map(rows2.map((row2) => [row2.id, row2]));
  return [...new Set(ids3)].map((id9) => {
    const wearer = known2.get(id9);
    if (!wearer) throw invalid({ [`employees.${ids3.indexOf(id9)}`]: messages.unknown_employee });
    return wearer;
  });
}
async function likelySite(ctx, wearers2) {
  const theirs = await ctx.db.select({ site_id: sites.id }).from(userSites).innerJoin(sites, eq110(sites.id, userSites.site_id)).where(
    and75(
      inArray21(
        userSites.user_id,
        wearers2.map(({ id: id9 }) => id9)
      ),
      isNull43(sites.deleted_at)
    )
  ).orderBy(sites.id);
  const [first] = [...theirs.filter(({ site_id }) => ctx.actor.site_ids.includes(site_id)), ...theirs];
  return first?.site_id ?? null;
}
async function beginDraft(ctx, account_id, wearers2, delivery2) {
  const { db, actor, now, services: services2 } = ctx;
  const [row2] = await db.insert(orders).values({
    uuid: newUuid(now),
    account_id,
    creator_id: actor.id,
    requester_id: actor.id,
    ...delivery2 ?? { delivery_site_id: await likelySite(ctx, wearers2) },
    created_at: now,
    status_since: now
  }).returning({ id: orders.id, uuid: orders.uuid });
  const order = found(row2);
  await db.insert(orderEmployees).values(wearers2.map(({ id: id9 }) => ({ order_id: order.id, employee_id: id9 })));
  await audit(ctx, "order.started", { type: "order", id: order.id }, null, { employees: wearers2.map(({ id: id9 }) => id9) });
  return { ...order, order_number: orderNumber(order.id), url: services2.settings.ORDER_START_URL.replace("{uuid}", order.uuid) };
}
async function startOrder2(ctx, employees2) {
  const { actor } = ctx;
  const ids3 = employees2 ?? (policy.order_for_self(actor) ? [actor.id] : []);
  const forSelf = ids3.every((id9) => id9 === actor.id);
  authorize(
    forSelf ? policy.order_for_self(actor) || policy.order_for_others(actor) : policy.order_for_others(actor) || policy.order_for_self(actor)
  );
  if (!ids3.length) throw invalid({ employees: messages.choose_employee });
  const wearers2 = await findWearers(ctx, ids3);
  const [first] = wearers2;
  if (!first || wearers2.some(({ account_id }) => account_id !== first.account_id)) throw invalid({ employees: messages.wrong_account });
  return beginDraft(ctx, first.account_id, wearers2);
}
async function startOrderFor2(ctx, { account_id, employees: employees2 }) {
  authorize(policy.use_office(ctx.actor));
  const [account2] = await ctx.db.select({ id: accounts.id }).from(accounts).where(and75(eq110(accounts.id, account_id), isNull43(accounts.deleted_at)));
  if (!account2) throw invalid({ account_id: messages.unknown_account });
  const wearers2 = await findWearers(ctx, employees2);
  if (wearers2.some((wearer) => wearer.account_id !== account_id)) throw invalid({ employees: messages.wrong_account });
  return beginDraft(ctx, account_id, wearers2);
}

// server/ordering/order-employees.ts
async function addEmployees2(ctx, uuid, ids3) {
  authorize(policy.order_for_others(ctx.actor));
  const order = await findEditable(ctx, uuid);
  const wearers2 = await findWearers(ctx, ids3);
  if (wearers2.some(({ account_id }) => account_id !== order.account_id)) throw invalid({ employees: messages.wrong_account });
  await ctx.db.insert(orderEmployees).values(wearers2.map(({ id: id9 }) => ({ order_id: order.id, employee_id: id9 }))).onConflictDoNothing();
  await audit(ctx, "order.employees_added", { type: "order", id: order.id }, null, { employees: ids3 });
  return orderView(ctx, uuid);
}
async function removeEmployee(ctx, uuid, employee_id) {
  const order = await findEditable(ctx, uuid);
  const [there] = await ctx.db.delete(orderEmployees).where(and76(eq111(orderEmployees.order_id, order.id), eq111(orderEmployees.employee_id, employee_id))).returning({ employee_id: orderEmployees.employee_id });
  if (!there) throw notFound();
  const gone2 = await ctx.db.delete(orderLines).where(and76(eq111(orderLines.order_id, order.id), eq111(orderLines.employee_id, employee_id))).returning();
  enforce(all(...gone2.map(checkUnpromised)));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await audit(ctx, "order.employee_removed", { type: "order", id: order.id }, { employee_id, lines: gone2 });
  return orderView(ctx, uuid);
}

// server/ordering/order-lists.ts
import { and as and78, eq as eq114, inArray as inArray23, isNull as isNull44, or as or24, sql as sql98 } from "drizzle-orm";
import { z as z70 } from "zod";

// server/ordering/order-summaries.ts
import { asc as asc32, eq as eq112, sql as sql96 } from "drizzle-orm";
var requester2 = alias(users, "requester");
var headsOfOrders = prepared(
  "heads_of_orders",
  (db) => db.select({
    id: orders.id,
    uuid: orders.uuid,
    account_id: orders.account_id,
    creator_id: orders.creator_id,
    requester_id: orders.requester_id,
    delivery_site_id: orders.delivery_site_id,
    delivery_address: orders.delivery_address,
    client_po_reference: orders.client_po_reference,
    requested_at: orders.requested_at,
    submitted_at: orders.submitted_at,
    created_at: orders.created_at,
    cancelled_at: orders.cancelled_at,
    printed_at: orders.printed_at,
    is_frozen: orders.is_frozen,
    is_sample: orders.is_sample,
    status: orders.status,
    status_since: orders.status_since,
    account_name: accounts.name,
    site_name: sites.name,
    site_reference: sites.reference_1,
    requester_name: personName(requester2).as("requester_name"),
    requester_email: requester2.email,
    requester_phone: requester2.contact_phone
  }).from(orders).innerJoin(accounts, eq112(accounts.id, orders.account_id)).innerJoin(requester2, eq112(requester2.id, orders.requester_id)).leftJoin(sites, eq112(sites.id, orders.delivery_site_id)).where(among(orders.id, sql96.placeholder("ids")))
);
var wearersOfOrders = prepared(
  "wearers_of_orders",
  (db) => db.select({ order_id: orderEmployees.order_id, id: users.id, name: personName(users).as("name") }).from(orderEmployees).innerJoin(users, eq112(users.id, orderEmployees.employee_id)).where(among(orderEmployees.order_id, sql96.placeholder("ids"))).orderBy(asc32(users.surname), asc32(users.id))
);
async function orderSummaries(ctx, ids3, extras) {
  if (!ids3.length) return [];
  const { db, actor, now, services: services2 } = ctx;
  const values = { ids: idList(ids3) };
  const heads2 = new Map((await headsOfOrders(db, values)).map((head) => [head.id, head]));
  const facts = new Map((await orderFacts(db, ids3)).map((fact) => [fact.id, fact]));
  const dispatches2 = await dispatchesByOrder(ctx, [...heads2.values()]);
  const pickable = await pickableOf(
    db,
    [...facts.values()].filter(({ submitted_at, cancelled_at }) => submitted_at && !cancelled_at)
  );
  const sight = (id9) => {
    const head = heads2.get(id9);
    return { prices: head !== void 0 && policy.see_order_prices(actor, head), costs: policy.see_costs(actor) };
  };
  const lines2 = extras.lines ? await linesByOrder(ctx, ids3, sight) : null;
  const wearers2 = extras.employees ? groupBy(await wearersOfOrders(db, values), ({ order_id }) => order_id) : null;
  return ids3.flatMap((id9) => {
    const head = heads2.get(id9);
    const fact = facts.get(id9);
    if (!head || !fact) return [];
    const { prices } = sight(id9);
    const whole3 = policy.see_whole_order(actor, head);
    const item = {
      id: id9,
      uuid: head.uuid,
      order_number: orderNumber(id9),
      status: head.status,
      status_since: head.status_since,
      is_submitted: head.submitted_at !== null,
      is_requested: head.requested_at !== null && head.submitted_at === null,
      submitted_at: head.submitted_at,
      requested_at: head.requested_at,
      created_at: head.created_at,
      cancelled_at: head.cancelled_at,
      printed_at: head.printed_at,
      client_po_reference: head.client_po_reference,
      is_frozen: head.is_frozen,
      is_sample: head.is_sample,
      account: { id: head.account_id, name: head.account_name },
      delivery_site: head.delivery_site_id === null ? null : { id: head.delivery_site_id, name: head.site_name ?? "", reference_1: head.site_reference },
      requester: { id: head.requester_id, name: head.requester_name, email: head.requester_email, contact_phone: head.requester_phone },
      sub_total: prices ? fact.sub_total : null,
      vat: prices ? fact.vat : null,
      total: prices ? fact.sub_total + fact.vat : null,
      qty_total_items: fact.qty_wanted,
      qty_items_allocated: fact.qty_allocated,
      qty_items_shipped: fact.qty_shipped,
      progress_summary: progressSummary(fact),
      is_pickable: pickable.get(id9) ?? "none",
      is_stuck: isStuck(head, now, services2.settings.STUCK_AFTER_MINUTES),
      dispatches: dispatches2.get(id9) ?? []
    };
    if (lines2) item.lines = lines2.get(id9) ?? [];
    if (wearers2)
      item.employees = (wearers2.get(id9) ?? []).filter((one2) => whole3 || one2.id === actor.id).map(({ id: wearer, name: name4 }) => ({ id: wearer, name: name4 }));
    if (extras.delivery_address) item.delivery_address = head.delivery_address;
    return [item];
  });
}

// server/ordering/search-orders.ts
import { and as and77, eq as eq113, inArray as inArray22, or as or23, sql as sql97 } from "drizzle-orm";
var MOST_NAMES2 = 500;
var exactly = (text5) => {
  const po = inArray22(orders.client_po_reference, [.../* @__PURE__ */ new Set([text5, text5.toUpperCase(), text5.toLowerCase()])]);
  const number4 = /^\d{1,15}$/.test(text5) ? eq113(orders.id, Number(text5)) : void 0;
  return or23(number4, po);
};
var one = (condition) => sql97`select ${orders.id} from ${orders} where ${orders.deleted_at} is null and ${condition}`;
async function searchOrders(ctx, text5) {
  if (/^\d+$/.test(text5) || text5.length < limits.search_min) return one(exactly(text5));
  const ids3 = (rows2) => idList(rows2.map(({ id: id9 }) => id9));
  const clients = await ctx.db.select({ id: accounts.id }).from(accounts).where(or23(contains(accounts.name, text5), contains(accounts.reference, text5))).limit(MOST_NAMES2);
  const places2 = await ctx.db.select({ id: sites.id }).from(sites).where(or23(contains(sites.name, text5), contains(sites.reference_1, text5))).limit(MOST_NAMES2);
  const people5 = await ctx.db.select({ id: users.id }).from(users).where(contains(personName(users), text5)).limit(MOST_NAMES2);
  const parts = [
    one(exactly(text5)),
    ...clients.length ? [one(among(orders.account_id, ids3(clients)))] : [],
    ...places2.length ? [one(among(orders.delivery_site_id, ids3(places2)))] : [],
    ...people5.length ? [one(among(orders.requester_id, ids3(people5)))] : []
  ];
  return sql97.join(parts, sql97` union `);
}
async function searchWithin(ctx, account_id, text5) {
  const ids3 = (rows2) => rows2.map(({ id: id9 }) => id9);
  const places2 = await ctx.db.select({ id: sites.id }).from(sites).where(and77(eq113(sites.account_id, account_id), or23(contains(sites.name, text5), contains(sites.reference_1, text5)))).limit(MOST_NAMES2);
  const people5 = await ctx.db.select({ id: users.id }).from(users).where(and77(eq113(users.account_id, account_id), contains(personName(users), text5))).limit(MOST_NAMES2);
  const found2 = or23(
    exactly(text5),
    contains(orders.client_po_reference, text5),
    places2.length ? inArray22(orders.delivery_site_id, ids3(places2)) : void 0,
    people5.length ? inArray22(orders.requester_id, ids3(people5)) : void 0
  );
  return found2 ?? sql97`1 = 0`;
}

// server/ordering/order-lists.ts
var included = include([
  "lines",
  "lines.product",
  "lines.product.parent",
  "lines.employee",
  "employees",
  "dispatches",
  "dispatches.consignment",
  "delivery_address",
  "delivery_site",
  "requester",
  "creator",
  "account",
  "progress",
  "progress_summary"
]);
var extrasOf = (names = []) => ({
  lines: names.some((name4) => name4.startsWith("lines")),
  employees: names.includes("employees"),
  delivery_address: names.includes("delivery_address")
});
var clientOrderQuery = listQuery({
  orderBy: ["created_at", "submitted_at", "order_number", "client_po_reference", "status"],
  default: "created_at",
  sortedBy: "desc",
  per_page: limits.orders_page
}).extend({ include: included, this_employee_only: queryFlag.optional(), status: z70.enum(statusNames).optional() });
var stage = z70.enum(stageNames).optional();
var adminOrderQuery = listQuery({
  orderBy: ["submitted_at", "order_number", "created_at"],
  default: "submitted_at",
  sortedBy: "desc",
  per_page: limits.admin_orders_page
}).extend({
  include: included,
  stage,
  "filters.stage": stage,
  picking_only: queryFlag.optional(),
  prep_only: queryFlag.optional(),
  ready_for_dispatch_only: queryFlag.optional(),
  account_id: z70.coerce.number().int().positive().optional()
});
var tallied2 = prepared(
  "order_tally_by_status",
  (db) => db.select({ status: orderTally.status, n: sql98`sum(${orderTally.n})`.mapWith(Number).as("n") }).from(orderTally).groupBy(orderTally.status)
);
var talliedFor = prepared(
  "order_tally_of_account",
  (db) => db.select({ status: orderTally.status, n: sql98`sum(${orderTally.n})`.mapWith(Number).as("n") }).from(orderTally).where(eq114(orderTally.account_id, sql98.placeholder("account_id"))).groupBy(orderTally.status)
);
async function countedByStatus(db, account_id) {
  const rows2 = account_id ? await talliedFor(db, { account_id }) : await tallied2(db);
  return new Map(rows2.map(({ status, n }) => [status, n]));
}
var total2 = (counts, statuses = statusNames) => statuses.reduce((sum3, status) => sum3 + (counts.get(status) ?? 0), 0);
var range = ({ page: page2, per_page }) => ({ limit: per_page, offset: (page2 - 1) * per_page });
var idsWhere = async (db, where, order, paging) => {
  const { limit, offset } = range(paging);
  const rows2 = await db.select({ id: orders.id }).from(orders).where(where).orderBy(...order).limit(limit).offset(offset);
  return rows2.map(({ id: id9 }) => id9);
};
async function findPage(db, found2, where, order, paging) {
  const { limit, offset } = range(paging);
  const from = found2 ? sql98`with found (id) as (${found2})` : sql98``;
  const table2 = found2 ? sql98`found cross join ${orders} where ${orders.id} = found.id and ${where}` : sql98`${orders} where ${where}`;
  const read = (most3, skip) => rows(
    db,
    sql98`${from} select ${orders.id} as id, count(*) over () as n from ${table2} order by ${sql98.join(order, sql98`, `)} limit ${most3} offset ${skip}`
  );
  const page2 = await read(limit, offset);
  const [first] = page2.length || !offset ? page2 : await read(1, 0);
  return { ids: page2.map(({ id: id9 }) => id9), n: first?.n ?? 0 };
}
async function clientOrders(ctx, query) {
  const { actor, db } = ctx;
  authorize(policy.see_orders(actor));
  const worn2 = sql98`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${orderEmployees.employee_id} = ${actor.id})`;
  const filters2 = [];
  if (query.this_employee_only) filters2.push(or24(eq114(orders.requester_id, actor.id), worn2));
  if (query.status) filters2.push(eq114(orders.status, query.status));
  if (query.search && actor.account_id !== null) filters2.push(await searchWithin(ctx, actor.account_id, query.search));
  const found2 = query.search && actor.account_id === null ? await searchOrders(ctx, query.search) : null;
  const where = and78(visibleOrders(actor), ...filters2);
  const created = actor.account_id === null ? [orders.id] : [orders.created_at, orders.id];
  const columns7 = {
    created_at: created,
    submitted_at: [orders.submitted_at, orders.id],
    order_number: [orders.id],
    client_po_reference: [orders.client_po_reference, orders.id],
    status: [orders.status, orders.id]
  };
  const order = inOrder(query.sortedBy, ...columns7[query.orderBy]);
  const isTallied = !found2 && !filters2.length && (actor.account_id === null || actor.role === "client_admin");
  const { ids: ids3, n } = isTallied ? { ids: await idsWhere(db, where, order, query), n: total2(await countedByStatus(db, actor.account_id)) } : await findPage(db, found2, where, order, query);
  return pageOf(await orderSummaries(ctx, ids3, extrasOf(query.include)), query, n);
}
var newestOrders = prepared(
  "newest_orders",
  (db) => db.select({ id: orders.id }).from(orders).where(isNull44(orders.deleted_at)).orderBy(...inOrder("desc", orders.submitted_at, orders.id)).limit(sql98.placeholder("limit")).offset(sql98.placeholder("offset"))
);
var numberedOrders = prepared(
  "orders_by_number_or_po",
  (db) => db.select({ id: orders.id }).from(orders).where(and78(isNull44(orders.deleted_at), or24(eq114(orders.id, sql98.placeholder("number")), eq114(orders.client_po_reference, sql98.placeholder("text"))))).orderBy(...inOrder("desc", orders.submitted_at, orders.id))
);
var stageOf = (query) => query.stage ?? query["filters.stage"] ?? (query.picking_only ? "requires_picking" : query.prep_only ? "requires_prep" : query.ready_for_dispatch_only ? "requires_dispatch" : void 0);
async function adminOrders(ctx, query) {
  const { db } = ctx;
  authorize(policy.use_floor(ctx.actor));
  const wanted2 = stageOf(query);
  const filters2 = [];
  if (wanted2) filters2.push(inArray23(orders.status, [...stages[wanted2]]));
  if (query.account_id) filters2.push(eq114(orders.account_id, query.account_id));
  const where = and78(isNull44(orders.deleted_at), ...filters2);
  const columns7 = query.orderBy === "submitted_at" ? [orders.submitted_at, orders.id] : [orders.id];
  const order = inOrder(query.sortedBy, ...columns7);
  const isUsual = !filters2.length && query.orderBy === "submitted_at" && query.sortedBy === "desc";
  const page2 = async () => {
    if (isUsual && query.search && /^\d{1,15}$/.test(query.search)) {
      const numbered = await numberedOrders(db, { number: Number(query.search), text: query.search });
      const { limit, offset } = range(query);
      return { ids: numbered.slice(offset, offset + limit).map(({ id: id9 }) => id9), n: numbered.length };
    }
    if (query.search) return findPage(db, await searchOrders(ctx, query.search), where, order, query);
    const ids4 = isUsual ? (await newestOrders(db, range(query))).map(({ id: id9 }) => id9) : await idsWhere(db, where, order, query);
    return { ids: ids4, n: total2(await countedByStatus(db, query.account_id), wanted2 ? stages[wanted2] : statusNames) };
  };
  const { ids: ids3, n } = await page2();
  return pageOf(await orderSummaries(ctx, ids3, extrasOf(query.include)), query, n);
}
var orderCountsSchema = z70.object({
  all: z70.int(),
  requires_allocation: z70.int(),
  requires_picking: z70.int(),
  requires_prep: z70.int(),
  requires_dispatch: z70.int(),
  waiting_for_courier: z70.int()
});
async function orderCounts(ctx) {
  authorize(policy.use_floor(ctx.actor));
  const counts = await countedByStatus(ctx.db);
  return {
    all: total2(counts),
    requires_allocation: total2(counts, stages.requires_allocation),
    requires_picking: total2(counts, stages.requires_picking),
    requires_prep: total2(counts, stages.requires_prep),
    requires_dispatch: total2(counts, stages.requires_dispatch),
    waiting_for_courier: total2(counts, stages.waiting_for_courier)
  };
}

// server/ordering/order-view.ts
init_address();
import { z as z71 } from "zod";
var person4 = z71.object({ id: z71.int(), name: z71.string() });
var money2 = z71.int().nullable().describe("Pence; null for a reader who is not to see prices");
var progressSchema = z71.object({
  lines_with_sizes: z71.int(),
  lines_with_no_sizes: z71.int(),
  is_cancelled: z71.boolean(),
  is_submitted: z71.boolean(),
  is_allocated: z71.boolean(),
  is_fully_allocated: z71.boolean(),
  is_picking: z71.boolean(),
  is_picking_paused: z71.boolean(),
  is_picked: z71.boolean(),
  is_booked: z71.boolean(),
  is_dispatched: z71.boolean(),
  is_fully_shipped: z71.boolean(),
  status: z71.object({ status_name: z71.enum(statusNames) })
});
var orderSummarySchema = z71.object({
  id: z71.int(),
  uuid: z71.string(),
  order_number: z71.string(),
  status: z71.enum(statusNames),
  status_since: z71.string(),
  is_submitted: z71.boolean(),
  is_requested: z71.boolean(),
  submitted_at: z71.string().nullable(),
  requested_at: z71.string().nullable(),
  created_at: z71.string(),
  cancelled_at: z71.string().nullable(),
  printed_at: z71.string().nullable(),
  client_po_reference: z71.string().nullable(),
  is_frozen: z71.boolean(),
  is_sample: z71.boolean(),
  account: person4,
  delivery_site: z71.object({ id: z71.int(), name: z71.string(), reference_1: z71.string().nullable() }).nullable(),
  requester: person4.extend({ email: z71.string().nullable(), contact_phone: z71.string().nullable() }),
  sub_total: money2,
  vat: money2,
  total: money2,
  qty_total_items: z71.int(),
  qty_items_allocated: z71.int(),
  qty_items_shipped: z71.int(),
  progress_summary: progressSchema,
  is_pickable: z71.enum(pickables),
  is_stuck: z71.boolean(),
  dispatches: z71.array(dispatchSchema)
});
var orderListItemSchema = orderSummarySchema.extend({
  lines: z71.array(lineSchema).optional(),
  employees: z71.array(person4).optional(),
  delivery_address: address.nullable().optional()
});
var canSchema = z71.object({
  edit_lines: z71.boolean(),
  edit_details: z71.boolean(),
  add_employees: z71.boolean(),
  choose_size: z71.boolean(),
  submit: z71.boolean(),
  request: z71.boolean(),
  approve: z71.boolean(),
  decline: z71.boolean(),
  withdraw: z71.boolean(),
  cancel: z71.boolean(),
  delete: z71.boolean(),
  create_return: z71.boolean(),
  reorder: z71.boolean(),
  edit_office: z71.boolean(),
  hold: z71.boolean(),
  allocate: z71.boolean(),
  start_pick: z71.boolean(),
  unallocate: z71.boolean(),
  send_back: z71.boolean(),
  reopen: z71.boolean()
});
var orderSchema = orderSummarySchema.extend({
  version: z71.int(),
  pick_id: z71.int().nullable().describe("The open round; for the office and the floor"),
  declined_reason: z71.string().nullable(),
  cost_code: z71.string().nullable(),
  customer_notes: z71.string().nullable(),
  customer_comments: z71.string().nullable(),
  contact_name: z71.string().nullable(),
  contact_email: z71.string().nullable(),
  contact_phone: z71.string().nullable(),
  terms: z71.string(),
  force_over_budget_order: z71.boolean(),
  frozen_reason: z71.string().nullable(),
  skip_dispatch: z71.boolean(),
  skip_invoicing: z71.boolean(),
  account: person4.extend({ require_po: z71.boolean(), require_cc: z71.boolean() }),
  delivery_address: address.nullable(),
  creator: person4,
  approver: person4.nullable(),
  employees: z71.array(person4.extend({ employee_number: z71.string().nullable(), lines_with_sizes: z71.int(), lines_with_no_sizes: z71.int() })),
  lines: z71.array(lineSchema),
  requires: z71.object({ po: z71.boolean(), cc: z71.boolean() }),
  can: canSchema
});

// server/ordering/reorder.ts
import { and as and79, asc as asc33, eq as eq115, isNull as isNull45 } from "drizzle-orm";
import { z as z72 } from "zod";

// shared/ordering/reorder.ts
var leftOutReasons = ["wearer_gone", "not_offered", "decoration_gone", "was_cancelled"];
function orderedAgain(line2, now) {
  if (!now.isWearer) return "wearer_gone";
  const quantity2 = line2.qty_requested - line2.qty_cancelled;
  if (quantity2 <= 0) return "was_cancelled";
  if (!now.offer) return "not_offered";
  const { decorations } = now.offer;
  const [only2] = decorations;
  if (decorations.length === 0 || line2.decoration && decorations.includes(line2.decoration)) return { quantity: quantity2, decoration: line2.decoration };
  return decorations.length === 1 && only2 ? { quantity: quantity2, decoration: only2 } : "decoration_gone";
}

// server/ordering/reorder.ts
var leftOutSchema = z72.object({
  employee: z72.object({ id: z72.int(), name: z72.string() }),
  product_name: z72.string(),
  quantity: z72.int(),
  reason: z72.enum(leftOutReasons)
});
var reorderedSchema = startedSchema.extend({ left_out: z72.array(leftOutSchema) });
async function wearersNow(ctx, account_id, ids3) {
  const rows2 = await ctx.db.select({ id: users.id }).from(users).innerJoin(accounts, eq115(accounts.id, users.account_id)).where(and79(among(users.id, idList(ids3)), eq115(users.account_id, account_id), isNull45(accounts.deleted_at), visibleEmployees(ctx.actor)));
  const others2 = policy.order_for_others(ctx.actor);
  return new Set(rows2.flatMap(({ id: id9 }) => others2 || id9 === ctx.actor.id ? [id9] : []));
}
async function deliveryOf(ctx, { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone }) {
  if (delivery_site_id === null) return void 0;
  const [site] = await ctx.db.select({ id: sites.id }).from(sites).where(and79(eq115(sites.id, delivery_site_id), visibleSites(ctx.actor)));
  return site && { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone };
}
async function reorder(ctx, uuid) {
  const { db, actor, services: services2 } = ctx;
  const earlier = await findOrder(ctx, uuid);
  authorize(policy.order_for_others(actor) || policy.order_for_self(actor));
  if (!earlier.submitted_at) enforce(refuse("order_not_submitted", messages.order_not_submitted));
  const lines2 = await db.select({
    employee_id: orderLines.employee_id,
    employee_name: personName(users).as("employee_name"),
    product_id: orderLines.product_id,
    product_name: orderLines.product_name,
    employee_role_id: orderLines.employee_role_id,
    decoration: orderLines.decoration,
    notes: orderLines.notes,
    qty_requested: orderLines.qty_requested,
    qty_cancelled: orderLines.qty_cancelled
  }).from(orderLines).innerJoin(orders, eq115(orders.id, orderLines.order_id)).innerJoin(users, eq115(users.id, orderLines.employee_id)).where(and79(eq115(orderLines.order_id, earlier.id), visibleLines(actor))).orderBy(asc33(orderLines.id));
  const wearers2 = await wearersNow(
    ctx,
    earlier.account_id,
    lines2.map(({ employee_id }) => employee_id)
  );
  const delivery2 = await deliveryOf(ctx, earlier);
  const offers = await offersFor(ctx, { delivery_site_id: delivery2?.delivery_site_id ?? null }, [...wearers2]);
  const roles2 = await rolesByWearer(ctx, [...wearers2]);
  const left_out = [];
  const again = lines2.flatMap((line2) => {
    const { employee_id, employee_name, product_id, product_name, employee_role_id } = line2;
    const offer = offerOf(offers.get(employee_id) ?? /* @__PURE__ */ new Map(), product_id);
    const outcome = orderedAgain(line2, { isWearer: wearers2.has(employee_id), offer });
    if (typeof outcome === "string" || !offer) {
      const reason = typeof outcome === "string" ? outcome : "not_offered";
      left_out.push({ employee: { id: employee_id, name: employee_name }, product_name, quantity: line2.qty_requested, reason });
      return [];
    }
    const held3 = roles2.get(employee_id) ?? [];
    return {
      employee_id,
      product_id,
      product_name: offer.name,
      employee_role_id: chargedRole(held3, employee_role_id) ?? chargedRole(held3, null) ?? null,
      decoration: outcome.decoration,
      notes: line2.notes,
      qty_requested: outcome.quantity,
      unit_price: offer.price,
      vat_rate: offer.vat_rate ?? services2.settings.VAT_RATE,
      is_size_selected: offer.is_size_selected,
      created_at: ctx.now
    };
  });
  if (!again.length) throw invalid({ lines: messages.nothing_to_reorder });
  const dressed = [...new Set(again.map(({ employee_id }) => employee_id))];
  const started = await beginDraft(
    ctx,
    earlier.account_id,
    dressed.map((id9) => ({ id: id9, account_id: earlier.account_id })),
    delivery2
  );
  await db.insert(orderLines).values(again.map((line2) => ({ order_id: started.id, ...line2 })));
  await audit(ctx, "order.reordered", { type: "order", id: started.id }, null, { from: earlier.id, lines: again.length, left_out });
  return { ...started, left_out };
}

// server/ordering/timeline-queries.ts
import { and as and81, asc as asc34, eq as eq116, inArray as inArray24, isNotNull as isNotNull3, ne as ne9, sql as sql100 } from "drizzle-orm";
import { z as z73 } from "zod";

// shared/ordering/timeline.ts
var timelineKinds = [
  "started",
  "requested",
  "withdrawn",
  "declined",
  "approved",
  "submitted",
  "sizes_asked",
  "size_chosen",
  "line_added",
  "line_changed",
  "line_removed",
  "details_changed",
  "held",
  "let_go",
  "released",
  "picking",
  "picked",
  "ready",
  "taken_back",
  "dispatched",
  "cancelled",
  "rest_cancelled",
  "return_created",
  "return_decided"
];

// shared/returns/return-number.ts
var returnNumber = (id9) => String(id9).padStart(5, "0");

// shared/returns/return-status.ts
var returnStatuses = ["new", "part_approved", "approved", "rejected"];
var returnStatusWords = {
  new: "New",
  part_approved: "Part approved",
  approved: "Approved",
  rejected: "Rejected"
};
function returnStatus({ finalised_at, qty_requested, qty_approved }) {
  if (!finalised_at) return "new";
  if (qty_approved === 0) return "rejected";
  return qty_approved >= qty_requested ? "approved" : "part_approved";
}

// server/returns/scope.ts
import { and as and80, sql as sql99 } from "drizzle-orm";

// shared/provider-name.ts
var providerName = "Kitroom";

// server/returns/scope.ts
var visibleReturns = (actor) => and80(
  visibleOrders(actor),
  sql99`exists (select 1 from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id}
      where ${returnLines.return_id} = ${returns.id} and ${visibleLines(actor)})`
) ?? sql99`1 = 0`;
var shownPerson = (reader, person6) => person6.account_id === null && !policy.use_floor(reader) ? { id: null, name: providerName } : { id: person6.id, name: person6.name };

// server/ordering/timeline-queries.ts
var eventSchema = z73.object({
  at: z73.string(),
  kind: z73.enum(timelineKinds),
  who: z73.object({ id: z73.int().nullable().describe("Null for the provider\u2019s people, to a client"), name: z73.string() }).nullable(),
  detail: z73.string().nullable(),
  count: z73.int().nullable(),
  url: z73.string().nullable().describe("Where it is read on; of this product")
});
var timelineSchema = z73.object({ items: z73.array(eventSchema) });
var MOST3 = 500;
var who2 = alias(users, "who");
var impersonator = alias(users, "impersonator");
var deeds = {
  "order.started": "started",
  "order.requested": "requested",
  "order.withdrawn": "withdrawn",
  "order.declined": "declined",
  "order.approved": "approved",
  "order.submitted": "submitted",
  "order.sizes_asked": "sizes_asked",
  "order.details": "details_changed",
  "order.product_removed": "line_removed",
  "order.held": "held",
  "order.let_go": "let_go",
  "order.cancelled": "cancelled",
  "order.reordered": "started",
  "order_line.added": "line_added",
  "order_line.changed": "line_changed"
};
var afterSubmission = /* @__PURE__ */ new Set(["details_changed", "line_removed", "line_added", "line_changed", "size_chosen"]);
var audited = (ctx, type, ids3) => ctx.db.select({
  id: auditRows.id,
  at: auditRows.at,
  what: auditRows.what,
  on_id: auditRows.on_id,
  before: auditRows.before,
  after: auditRows.after,
  who_id: who2.id,
  who_name: personName(who2).as("who_name"),
  who_account_id: who2.account_id,
  impersonator_id: impersonator.id,
  impersonator_name: personName(impersonator).as("impersonator_name"),
  impersonator_account_id: impersonator.account_id
}).from(auditRows).leftJoin(who2, eq116(who2.id, auditRows.who_id)).leftJoin(impersonator, eq116(impersonator.id, auditRows.impersonator_id)).where(and81(eq116(auditRows.on_type, type), among(auditRows.on_id, idList(ids3)), inArray24(auditRows.what, Object.keys(deeds)))).orderBy(asc34(auditRows.id)).limit(MOST3);
function doerOf({ actor }, row2) {
  if (row2.who_id === null) return null;
  const person6 = shownPerson(actor, { id: row2.who_id, name: row2.who_name, account_id: row2.who_account_id });
  if (row2.impersonator_id === null) return person6;
  const { name: name4 } = shownPerson(actor, { id: row2.impersonator_id, name: row2.impersonator_name, account_id: row2.impersonator_account_id });
  return { id: null, name: `${name4} for ${person6.name}` };
}
var ofTheClient = [
  "delivery_site_id",
  "delivery_address",
  "contact_name",
  "contact_email",
  "contact_phone",
  "client_po_reference",
  "cost_code",
  "customer_notes",
  "customer_comments"
];
var fieldOf2 = (thing, name4) => thing && typeof thing === "object" ? thing[name4] : void 0;
var textOf2 = (thing, name4) => {
  const value2 = fieldOf2(thing, name4);
  return typeof value2 === "string" && value2 ? value2 : null;
};
function detailOf(row2, kind, order, { whole: whole3, office }) {
  if (kind === "held") return office ? textOf2(row2.after, "frozen_reason") : null;
  if (!whole3) return null;
  if (kind === "declined") return textOf2(row2.after, "reason");
  if (kind === "submitted" || kind === "approved") return order.client_po_reference && `PO reference ${order.client_po_reference}`;
  const from = fieldOf2(row2.after, "from");
  if (kind === "started" && typeof from === "number") return `From order ${orderNumber(from)}`;
  if (kind === "sizes_asked") {
    const asked3 = fieldOf2(row2.after, "asked");
    return Array.isArray(asked3) ? asked3.map((one2) => textOf2(one2, "name")).join(", ") || null : null;
  }
  return null;
}
async function ofOrder(ctx, order, see) {
  const rows2 = await audited(ctx, "order", [order.id]);
  const isAgain = rows2.some(({ what }) => what === "order.reordered");
  const events = rows2.flatMap((row2) => {
    let kind = deeds[row2.what];
    if (!kind || isAgain && row2.what === "order.started") return [];
    if (afterSubmission.has(kind) && !(see.whole && order.submitted_at && row2.at > order.submitted_at)) return [];
    if (kind === "details_changed" && !ofTheClient.some((name4) => fieldOf2(row2.after, name4) !== void 0)) return [];
    if (kind === "cancelled" && fieldOf2(row2.after, "part") === true) kind = "rest_cancelled";
    return [{ at: row2.at, kind, who: doerOf(ctx, row2), detail: detailOf(row2, kind, order, see), count: null, url: null }];
  });
  return [...events, ...await unwritten(ctx, order, new Set(events.map(({ kind }) => kind)), see)];
}
async function unwritten(ctx, order, told, { whole: whole3 }) {
  const missing4 = [];
  const note = (kind, at, by2) => {
    if (at && !told.has(kind)) missing4.push({ at, kind, by: by2 });
  };
  note("started", order.created_at, order.creator_id);
  note("requested", order.requested_at, order.requester_id);
  if (order.approver_id) note("approved", order.submitted_at, order.approver_id);
  else if (!told.has("approved")) note("submitted", order.submitted_at, order.requester_id);
  note("cancelled", order.cancelled_at, order.cancelled_by);
  if (!missing4.length) return [];
  const people5 = await ctx.db.select({ id: users.id, name: personName(users).as("name"), account_id: users.account_id }).from(users).where(among(users.id, idList(missing4.flatMap(({ by: by2 }) => by2 ?? []))));
  const po = whole3 && order.client_po_reference ? `PO reference ${order.client_po_reference}` : null;
  return missing4.map(({ at, kind, by: by2 }) => {
    const person6 = people5.find(({ id: id9 }) => id9 === by2);
    const detail = kind === "submitted" || kind === "approved" ? po : null;
    return { at, kind, who: person6 ? shownPerson(ctx.actor, person6) : null, detail, count: null, url: null };
  });
}
async function ofLines(ctx, order) {
  const { submitted_at } = order;
  if (!submitted_at) return [];
  const lines2 = await ctx.db.select({
    id: orderLines.id,
    product_name: orderLines.product_name,
    is_size_selected: orderLines.is_size_selected,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size
  }).from(orderLines).innerJoin(orders, eq116(orders.id, orderLines.order_id)).innerJoin(products, eq116(products.id, orderLines.product_id)).where(and81(eq116(orderLines.order_id, order.id), visibleLines(ctx.actor)));
  const words6 = new Map(lines2.map((line2) => [line2.id, [line2.product_name, line2.is_size_selected && sizeOf(line2)].filter(Boolean).join(" ")]));
  const changes = (await audited(ctx, "order_line", [...words6.keys()])).flatMap((row2) => {
    const kind = deeds[row2.what];
    if (!kind || row2.at <= submitted_at) return [];
    const isSized2 = fieldOf2(row2.after, "is_size_selected") === true && fieldOf2(row2.before, "is_size_selected") === false;
    return [{ row: row2, kind: isSized2 ? "size_chosen" : kind }];
  });
  return [...groupBy(changes, ({ row: row2, kind }) => `${kind}/${row2.who_id}/${row2.impersonator_id}/${row2.at.slice(0, 16)}`).values()].flatMap(
    (group) => {
      const last = group.at(-1);
      if (!last) return [];
      const changed = [...new Set(group.map(({ row: row2 }) => row2.on_id))];
      const detail = changed.map((id9) => words6.get(id9 ?? 0)).join(", ");
      return [{ at: last.row.at, kind: last.kind, who: doerOf(ctx, last.row), detail, count: changed.length, url: null }];
    }
  );
}
async function ofRounds(ctx, order, { office }) {
  const rounds2 = await ctx.db.select({
    state: picks.state,
    released_at: picks.released_at,
    started_at: picks.started_at,
    picked_at: picks.picked_at,
    booked_at: picks.booked_at,
    ended_at: picks.ended_at,
    picker_id: users.id,
    picker: personName(users).as("picker"),
    picker_account_id: users.account_id
  }).from(picks).leftJoin(users, eq116(users.id, picks.picker_id)).where(and81(eq116(picks.order_id, order.id), office ? void 0 : ne9(picks.state, "closed"))).orderBy(asc34(picks.id));
  return rounds2.flatMap((round) => {
    const picker = round.picker_id === null ? null : shownPerson(ctx.actor, { id: round.picker_id, name: round.picker, account_id: round.picker_account_id });
    const steps = [
      ["released", round.released_at, null],
      ["picking", round.started_at, picker],
      ["picked", round.picked_at, picker],
      ["ready", round.booked_at, null],
      ["taken_back", round.state === "closed" ? round.ended_at : null, null]
    ];
    return steps.flatMap(([kind, at, by2]) => at ? [{ at, kind, who: by2, detail: null, count: null, url: null }] : []);
  });
}
async function ofDispatches(ctx, order, { whole: whole3 }) {
  const sent = await ctx.db.select({ id: dispatches.id, at: dispatches.dispatched_at, tracking_number: consignments.tracking_number }).from(dispatchOrders).innerJoin(dispatches, eq116(dispatches.id, dispatchOrders.dispatch_id)).leftJoin(consignments, eq116(consignments.dispatch_id, dispatches.id)).where(and81(eq116(dispatchOrders.order_id, order.id), isNotNull3(dispatches.dispatched_at)));
  const pieces3 = await ctx.db.select({ id: dispatchLines.dispatch_id, qty: sql100`sum(${dispatchLines.quantity})`.mapWith(Number) }).from(dispatchLines).innerJoin(orderLines, eq116(orderLines.id, dispatchLines.order_line_id)).innerJoin(orders, eq116(orders.id, orderLines.order_id)).where(and81(eq116(orderLines.order_id, order.id), visibleLines(ctx.actor))).groupBy(dispatchLines.dispatch_id);
  const seen = new Map(pieces3.map(({ id: id9, qty }) => [id9, qty]));
  return sent.flatMap(({ id: id9, at, tracking_number }) => {
    if (!at || !(whole3 || seen.has(id9))) return [];
    const detail = tracking_number && `Tracking number ${tracking_number}`;
    return [{ at, kind: "dispatched", who: null, detail, count: seen.get(id9) ?? null, url: null }];
  });
}
async function ofReturns(ctx, order, { whole: whole3 }) {
  const creator3 = alias(users, "creator");
  const approver3 = alias(users, "approver");
  const pieces3 = (of) => sql100`(select coalesce(sum(${of}), 0) from ${returnLines} where ${returnLines.return_id} = ${returns.id})`.mapWith(Number);
  const sent = await ctx.db.select({
    id: returns.id,
    created_at: returns.created_at,
    finalised_at: returns.finalised_at,
    qty_requested: pieces3(returnLines.qty_requested),
    qty_approved: pieces3(returnLines.qty_approved),
    creator_id: creator3.id,
    creator: personName(creator3).as("creator"),
    creator_account_id: creator3.account_id,
    approver_id: approver3.id,
    approver: personName(approver3).as("approver"),
    approver_account_id: approver3.account_id
  }).from(returns).innerJoin(orders, eq116(orders.id, returns.order_id)).innerJoin(creator3, eq116(creator3.id, returns.creator_id)).leftJoin(approver3, eq116(approver3.id, returns.approver_id)).where(and81(eq116(returns.order_id, order.id), visibleReturns(ctx.actor)));
  return sent.flatMap((one2) => {
    const url = `/returns/${one2.id}`;
    const by2 = shownPerson(ctx.actor, { id: one2.creator_id, name: one2.creator, account_id: one2.creator_account_id });
    const count17 = whole3 ? one2.qty_requested : null;
    const asked3 = { at: one2.created_at, kind: "return_created", who: by2, detail: `Return ${returnNumber(one2.id)}`, count: count17, url };
    if (!one2.finalised_at) return [asked3];
    const decider = one2.approver_id === null ? null : shownPerson(ctx.actor, { id: one2.approver_id, name: one2.approver, account_id: one2.approver_account_id });
    const detail = `Return ${returnNumber(one2.id)}: ${returnStatusWords[returnStatus(one2)].toLowerCase()}`;
    return [asked3, { at: one2.finalised_at, kind: "return_decided", who: decider, detail, count: null, url }];
  });
}
async function timelineOf(ctx, uuid) {
  const order = await findOrder(ctx, uuid);
  authorize(policy.see_orders(ctx.actor));
  const see = { whole: policy.see_whole_order(ctx.actor, order), office: policy.use_office(ctx.actor) };
  const events = [
    ...await ofOrder(ctx, order, see),
    ...await ofLines(ctx, order),
    ...await ofRounds(ctx, order, see),
    ...await ofDispatches(ctx, order, see),
    ...await ofReturns(ctx, order, see)
  ];
  const place = (kind) => timelineKinds.indexOf(kind);
  return { items: events.sort((one2, other) => one2.at.localeCompare(other.at) || place(one2.kind) - place(other.kind)) };
}

// server/ordering/routes.ts
var id7 = z74.coerce.number().int().positive();
var employeeParam = uuidParam.extend({ employeeId: id7 });
var lineParam2 = uuidParam.extend({ lineId: id7 });
var productParam = uuidParam.extend({ productId: id7 });
var deleted = z74.object({ deleted: z74.array(z74.int()) });
var submitQuery = z74.object({ submitted: queryFlag.optional(), overBudget: queryFlag.optional() });
var lines = z74.object({ lines: z74.array(lineSchema) });
var orderRoutes = new Hono20().get(
  "/",
  signedIn,
  describe("The orders one may see", pageSchema(orderListItemSchema), "ordering"),
  valid("query", clientOrderQuery),
  async (c2) => c2.json(await clientOrders(reading(c2), c2.req.valid("query")))
).post(
  "/",
  signedIn,
  describe("Start an order", startedSchema, "ordering"),
  valid("json", startOrder),
  async (c2) => c2.json(await write(c2, (ctx) => startOrder2(ctx, c2.req.valid("json").employees), 201), 201)
).get(
  "/:uuid",
  signedIn,
  describe("One order", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("query", orderQuery),
  async (c2) => c2.json(await orderView(reading(c2), c2.req.valid("param").uuid))
).put(
  "/:uuid",
  signedIn,
  describe("Set delivery details, submit, or ask for approval", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("query", submitQuery),
  valid("json", orderChange),
  async (c2) => c2.json(await write(c2, (ctx) => changeOrder(ctx, c2.req.valid("param").uuid, c2.req.valid("json"), c2.req.valid("query"))))
).delete(
  "/:uuid",
  signedIn,
  describe("Delete a draft", z74.object({ uuid: z74.string(), deleted: z74.literal(true) }), "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => deleteOrder(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/cancel",
  signedIn,
  describe("Cancel a submitted order", orderSchema, "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => cancelOrder(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/decline",
  signedIn,
  describe("Decline a request with a reason", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("json", decline),
  async (c2) => c2.json(await write(c2, (ctx) => declineRequest(ctx, c2.req.valid("param").uuid, c2.req.valid("json").reason)))
).post(
  "/:uuid/withdraw",
  signedIn,
  describe("Withdraw one\u2019s own request", orderSchema, "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => withdrawRequest(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/reorder",
  signedIn,
  describe("Begin a draft with what an order held", reorderedSchema, "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => reorder(ctx, c2.req.valid("param").uuid), 201), 201)
).get(
  "/:uuid/timeline",
  signedIn,
  describe("Who did what to an order and when", timelineSchema, "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await timelineOf(reading(c2), c2.req.valid("param").uuid))
).get(
  "/:uuid/budgets",
  signedIn,
  describe("The budgets an order is charged to", z74.object({ items: z74.array(budgetSchema) }), "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await budgetsOf(reading(c2), c2.req.valid("param").uuid))
).post(
  "/:uuid/employees",
  signedIn,
  describe("Add wearers to an order", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("json", addEmployees),
  async (c2) => c2.json(await write(c2, (ctx) => addEmployees2(ctx, c2.req.valid("param").uuid, c2.req.valid("json").employees)))
).delete(
  "/:uuid/employees/:employeeId",
  signedIn,
  describe("Take a wearer off an order", orderSchema, "ordering"),
  valid("param", employeeParam),
  async (c2) => {
    const { uuid, employeeId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => removeEmployee(ctx, uuid, employeeId)));
  }
).get(
  "/:uuid/employees/:employeeId/lines",
  signedIn,
  describe("What is ordered for one wearer", lines, "ordering"),
  valid("param", employeeParam),
  async (c2) => {
    const { uuid, employeeId } = c2.req.valid("param");
    return c2.json(await linesOfWearer(reading(c2), uuid, employeeId));
  }
).post(
  "/:uuid/employees/:employeeId/lines",
  signedIn,
  describe("Order products for one wearer", lines, "ordering"),
  valid("param", employeeParam),
  valid("json", newLines),
  async (c2) => {
    const { uuid, employeeId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => addLines(ctx, uuid, employeeId, c2.req.valid("json").lines), 201), 201);
  }
).put(
  "/:uuid/employees/:employeeId/lines/:lineId",
  signedIn,
  describe("Change a line of one wearer", lineSchema, "ordering"),
  valid("param", employeeParam.extend({ lineId: id7 })),
  valid("json", lineChange),
  async (c2) => {
    const { uuid, employeeId, lineId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => changeLine(ctx, uuid, lineId, c2.req.valid("json"), employeeId)));
  }
).put(
  "/:uuid/lines/:lineId",
  signedIn,
  describe("Change a line: size, quantity, notes, decoration, budget", lineSchema, "ordering"),
  valid("param", lineParam2),
  valid("json", lineChange),
  async (c2) => {
    const { uuid, lineId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => changeLine(ctx, uuid, lineId, c2.req.valid("json"))));
  }
).delete("/:uuid/lines/:lineId", signedIn, describe("Take a line off an order", deleted, "ordering"), valid("param", lineParam2), async (c2) => {
  const { uuid, lineId } = c2.req.valid("param");
  return c2.json(await write(c2, (ctx) => deleteLine(ctx, uuid, lineId)));
}).delete(
  "/:uuid/products/:productId",
  signedIn,
  describe("Take a product off an order for all its wearers", deleted, "ordering"),
  valid("param", productParam),
  async (c2) => {
    const { uuid, productId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => removeProduct(ctx, uuid, productId)));
  }
);
var adminOrderRoutes = new Hono20().get(
  "/",
  signedIn,
  describe("All clients\u2019 orders", pageSchema(orderListItemSchema), "ordering"),
  valid("query", adminOrderQuery),
  async (c2) => c2.json(await adminOrders(reading(c2), c2.req.valid("query")))
).get(
  "/counts",
  signedIn,
  describe("How many orders wait in each stage", orderCountsSchema, "ordering"),
  async (c2) => c2.json(await orderCounts(reading(c2)))
).post(
  "/",
  signedIn,
  describe("Start an order for an account", startedSchema, "ordering"),
  valid("json", startOrderFor),
  async (c2) => c2.json(await write(c2, (ctx) => startOrderFor2(ctx, c2.req.valid("json")), 201), 201)
).put(
  "/:uuid",
  signedIn,
  describe("Submit, hold, un-allocate, send back, or change an order", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("json", officeOrderChange),
  async (c2) => c2.json(await write(c2, (ctx) => changeOfficeOrder(ctx, c2.req.valid("param").uuid, c2.req.valid("json"))))
).put(
  "/:uuid/update",
  signedIn,
  describe("Change an order\u2019s head", orderSchema, "ordering"),
  valid("param", uuidParam),
  valid("json", officeOrder),
  async (c2) => c2.json(await write(c2, (ctx) => updateOrder(ctx, c2.req.valid("param").uuid, c2.req.valid("json"))))
).delete(
  "/:uuid",
  signedIn,
  describe("Delete an order", z74.object({ uuid: z74.string(), deleted: z74.literal(true) }), "ordering"),
  valid("param", uuidParam),
  async (c2) => c2.json(await write(c2, (ctx) => deleteAnyOrder(ctx, c2.req.valid("param").uuid)))
).post(
  "/:uuid/lines",
  signedIn,
  describe("Add a line", lineSchema, "ordering"),
  valid("param", uuidParam),
  valid("json", newOfficeLine),
  async (c2) => c2.json(await write(c2, (ctx) => addOfficeLine(ctx, c2.req.valid("param").uuid, c2.req.valid("json")), 201), 201)
);
var adminOrderLineRoutes = new Hono20().get(
  "/:id",
  signedIn,
  describe("One order line", lineSchema, "ordering"),
  valid("param", idParam),
  async (c2) => c2.json(await officeLine2(reading(c2), c2.req.valid("param").id))
).put(
  "/:id",
  signedIn,
  describe("Change an order line", lineSchema, "ordering"),
  valid("param", idParam),
  valid("json", officeLine),
  async (c2) => c2.json(await write(c2, (ctx) => changeOfficeLine(ctx, c2.req.valid("param").id, c2.req.valid("json"))))
);

// server/people/routes.ts
import { Hono as Hono21 } from "hono";
import { z as z79 } from "zod";

// server/people/change-profile.ts
import { and as and82, eq as eq118, isNull as isNull46, ne as ne10, sql as sql101 } from "drizzle-orm";
import { z as z77 } from "zod";

// shared/people/profile-input.ts
import { z as z75 } from "zod";
var name2 = z75.string().trim().min(1, messages.name_needed).max(limits.name, messages.at_most(limits.name));
var profileFields = z75.object({
  forenames: name2,
  surname: name2,
  email: z75.email(messages.email_invalid).max(limits.email, messages.at_most(limits.email)).toLowerCase(),
  contact_phone: z75.string().trim().max(limits.contact_phone, messages.at_most(limits.contact_phone)).nullish(),
  sex: z75.enum(["m", "f", ""]).nullish()
});

// server/people/profile-queries.ts
import { eq as eq117 } from "drizzle-orm";
import { z as z76 } from "zod";
var profileSchema = z76.object({
  id: z76.int(),
  name: z76.string(),
  forenames: z76.string(),
  surname: z76.string(),
  email: z76.string().nullable(),
  employee_number: z76.string().nullable(),
  contact_phone: z76.string().nullable(),
  sex: z76.string().nullable(),
  primary_role: z76.enum(roles),
  primary_role_label: z76.string(),
  version: z76.int()
});
async function profile(ctx) {
  const [row2] = await ctx.db.select({
    id: users.id,
    name: personName(users).as("name"),
    forenames: users.forenames,
    surname: users.surname,
    email: users.email,
    employee_number: users.employee_number,
    contact_phone: users.contact_phone,
    sex: users.sex,
    primary_role: users.role,
    version: users.version
  }).from(users).where(eq117(users.id, ctx.actor.id));
  const mine = found(row2);
  return { ...mine, primary_role_label: roleLabels[mine.primary_role] };
}

// server/people/change-profile.ts
var profileBody = profileFields.partial().extend({ version: z77.int().optional() });
async function changeProfile(ctx, { version: version3, ...body }) {
  const before = await profile(ctx);
  enforceVersion(version3, before.version, before);
  if (body.email && body.email !== before.email) {
    const [taken] = await ctx.db.select({ id: users.id }).from(users).where(and82(eq118(users.email, body.email), isNull46(users.deleted_at), ne10(users.id, before.id)));
    if (taken) throw invalid({ email: messages.email_taken });
  }
  const values = {};
  if (body.forenames) values.forenames = body.forenames;
  if (body.surname) values.surname = body.surname;
  if (body.email) values.email = body.email;
  if (body.contact_phone !== void 0) values.contact_phone = body.contact_phone || null;
  if (body.sex !== void 0) values.sex = body.sex || null;
  if (Object.keys(values).length) {
    await ctx.db.update(users).set({ ...values, version: sql101`${users.version} + 1` }).where(eq118(users.id, before.id));
    await audit(ctx, "profile.changed", { type: "user", id: before.id }, before, values);
  }
  return profile(ctx);
}

// server/people/change-roles-and-sets.ts
import { and as and83, eq as eq119, inArray as inArray25, isNull as isNull47, sql as sql102 } from "drizzle-orm";
import { z as z78 } from "zod";
var ids2 = z78.array(z78.int().positive()).max(limits.page_cap_clothing_sets).optional();
var rolesAndSetsBody = z78.object({ employee_roles: ids2, clothing_sets: ids2, version: z78.int().optional() }).refine(({ employee_roles, clothing_sets }) => employee_roles || clothing_sets, { path: ["employee_roles"], message: messages.nothing_to_change });
function difference(before, wanted2) {
  const held3 = new Set(before.map(({ id: id9 }) => id9));
  return { added: [...new Set(wanted2)].filter((id9) => !held3.has(id9)), gone: [...held3].filter((id9) => !wanted2.includes(id9)) };
}
function enforceThere(field, wanted2, there, message) {
  const known2 = new Set(there.map(({ id: id9 }) => id9));
  const place = wanted2.findIndex((id9) => !known2.has(id9));
  if (place >= 0) throw invalid({ [`${field}.${place}`]: message });
}
async function changeRolesAndSets(ctx, id9, { version: version3, ...body }) {
  const seen = await employee(ctx, id9);
  authorize(policy.change_roles_and_sets(ctx.actor));
  enforceVersion(version3, seen.version, seen);
  const { db } = ctx;
  const raised = { version: sql102`${users.version} + 1` };
  await db.update(users).set(raised).where(eq119(users.id, id9));
  const before = await employee(ctx, id9);
  if (version3 !== void 0) enforceVersion(version3, before.version - 1, before);
  const account_id = before.account_id ?? 0;
  if (body.employee_roles) {
    const there = await db.select({ id: employeeRoles.id }).from(employeeRoles).where(and83(eq119(employeeRoles.account_id, account_id), isNull47(employeeRoles.deleted_at), among(employeeRoles.id, idList(body.employee_roles))));
    enforceThere("employee_roles", body.employee_roles, there, messages.unknown_employee_role);
    const { added, gone: gone2 } = difference(before.employee_roles, body.employee_roles);
    if (gone2.length)
      await db.delete(userEmployeeRoles).where(and83(eq119(userEmployeeRoles.user_id, id9), inArray25(userEmployeeRoles.employee_role_id, gone2)));
    if (added.length)
      await db.insert(userEmployeeRoles).values(added.map((employee_role_id) => ({ user_id: id9, employee_role_id }))).onConflictDoNothing();
  }
  if (body.clothing_sets) {
    const there = await db.select({ id: clothingSets.id }).from(clothingSets).where(and83(eq119(clothingSets.account_id, account_id), isNull47(clothingSets.deleted_at), among(clothingSets.id, idList(body.clothing_sets))));
    enforceThere("clothing_sets", body.clothing_sets, there, messages.unknown_clothing_set);
    const { added, gone: gone2 } = difference(before.clothing_sets, body.clothing_sets);
    if (gone2.length) await db.delete(userClothingSets).where(and83(eq119(userClothingSets.user_id, id9), inArray25(userClothingSets.clothing_set_id, gone2)));
    if (added.length)
      await db.insert(userClothingSets).values(added.map((clothing_set_id) => ({ user_id: id9, clothing_set_id }))).onConflictDoNothing();
  }
  const after3 = await employee(ctx, id9);
  await audit(ctx, "employee.roles_and_sets_changed", { type: "user", id: id9 }, held2(before), held2(after3));
  return after3;
}
var held2 = ({ employee_roles, clothing_sets }) => ({
  employee_roles: employee_roles.map(({ name: name4 }) => name4),
  clothing_sets: clothing_sets.map(({ name: name4 }) => name4)
});

// server/people/routes.ts
var employeeRoutes = new Hono21().get(
  "/",
  signedIn,
  describe("People to choose from", pageSchema(employeeSchema), "people"),
  valid("query", employeeQuery),
  async (c2) => c2.json(await employees(reading(c2), c2.req.valid("query")))
).get(
  "/:id",
  signedIn,
  describe("One person", employeeSchema, "people"),
  valid("param", idParam),
  async (c2) => c2.json(await employee(reading(c2), c2.req.valid("param").id))
).put(
  "/:id",
  signedIn,
  describe("Change what a person may order and be charged to", employeeSchema, "people"),
  valid("param", idParam),
  valid("json", rolesAndSetsBody),
  async (c2) => c2.json(await write(c2, (ctx) => changeRolesAndSets(ctx, c2.req.valid("param").id, c2.req.valid("json"))))
).get(
  "/:id/products",
  signedIn,
  describe("What a wearer may have", wearerProductsSchema, "catalogue"),
  valid("param", idParam),
  valid("query", z79.object({ order: z79.uuid().optional() })),
  async (c2) => c2.json(await wearerProducts(reading(c2), c2.req.valid("param").id, c2.req.valid("query")))
);
var profileRoutes = new Hono21().get("/", signedIn, describe("One\u2019s own profile", profileSchema, "people"), async (c2) => c2.json(await profile(reading(c2)))).post(
  "/",
  signedIn,
  describe("Change one\u2019s own profile", profileSchema, "people"),
  valid("json", profileBody),
  async (c2) => c2.json(await write(c2, (ctx) => changeProfile(ctx, c2.req.valid("json"))))
);

// server/picking/routes.ts
import { Hono as Hono22 } from "hono";
import { z as z81 } from "zod";

// server/picking/pick-queries.ts
import { and as and84, eq as eq120, notInArray as notInArray9, sql as sql103 } from "drizzle-orm";
import { z as z80 } from "zod";

// shared/picking/can-pick.ts
var canPick = (pick, lines2, actor) => ({
  start: checkStartPick(pick, actor).ok && !(pick.state === "picking" && pick.picker?.id === actor.id),
  record: checkRecording(pick, actor).ok,
  pause: pick.state === "picking" && checkPausePick(pick, actor).ok,
  resume: pick.state === "paused" && checkResumePick(pick, actor).ok,
  handover: checkHandoverPick(pick, actor).ok,
  complete: checkMoveToPrep(pick, lines2, actor).ok,
  send_back: checkSendBackPick(pick, actor).ok
});
function canTakeBack(pick, lines2, actor) {
  const isPicked3 = pick.state === "picked" || pick.state === "booked" || pick.state === "awaiting_courier";
  const office = actor.role === "super" && !pick.is_frozen && !isPicked3;
  const isUntouched = lines2.every(({ qty_picked }) => qty_picked === 0);
  return {
    unallocate: office && isUntouched,
    cancel: office,
    delete: office && isUntouched && lines2.every(({ qty_shipped = 0 }) => qty_shipped === 0)
  };
}

// server/picking/pick-queries.ts
var product = z80.object({
  id: z80.int(),
  sku: z80.string(),
  name: z80.string(),
  variation_colour: z80.string().nullable(),
  colour_hex: z80.string().nullable(),
  variation_size_1: z80.string().nullable(),
  variation_size_2: z80.string().nullable(),
  variation_all_size: z80.string().nullable(),
  bin: z80.string().nullable(),
  barcode: z80.string().nullable()
});
var employee2 = z80.object({ id: z80.int(), name: z80.string(), employee_number: z80.string().nullable() });
var pickLine = z80.object({
  id: z80.int(),
  pick_id: z80.int(),
  order_line_id: z80.int(),
  product,
  product_name: z80.string(),
  decoration: z80.string().nullable(),
  notes: z80.string().nullable(),
  employee: employee2,
  qty_requested: z80.int(),
  qty_allocated: z80.int(),
  qty_picked: z80.int(),
  qty_shipped: z80.int(),
  code: z80.string().nullable(),
  other_reason: z80.string().nullable(),
  errors: z80.array(z80.object({ code: z80.string(), description: z80.string().nullable(), other_reason: z80.string().nullable() })),
  is_fully_picked: z80.boolean(),
  picked_at: z80.string().nullable(),
  prep_ticked_at: z80.string().nullable(),
  fact_version: z80.int()
});
var pickOrder = roundRow.extend({
  progress_summary: z80.looseObject({}),
  lines: z80.array(pickLine).describe("In walking order"),
  employees: z80.array(employee2),
  can: z80.object({
    start: z80.boolean(),
    record: z80.boolean(),
    pause: z80.boolean(),
    resume: z80.boolean(),
    handover: z80.boolean(),
    complete: z80.boolean(),
    send_back: z80.boolean(),
    complete_prep: z80.boolean(),
    unallocate: z80.boolean(),
    cancel: z80.boolean(),
    delete: z80.boolean()
  })
});
var lineColumns = {
  id: pickLines.id,
  pick_id: pickLines.pick_id,
  order_line_id: pickLines.order_line_id,
  product: {
    id: products.id,
    sku: products.sku,
    name: products.name,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    bin: products.bin,
    barcode: products.barcode
  },
  product_name: orderLines.product_name,
  decoration: orderLines.decoration,
  notes: orderLines.notes,
  employee: {
    id: users.id,
    name: sql103`trim(${users.forenames} || ' ' || ${users.surname})`,
    employee_number: users.employee_number
  },
  qty_requested: orderLines.qty_requested,
  qty_allocated: pickLines.qty_allocated,
  qty_picked: pickLines.qty_picked,
  qty_shipped: orderLines.qty_shipped,
  code: pickLines.code,
  other_reason: pickLines.other_reason,
  code_description: errorCodes.description,
  picked_at: pickLines.picked_at,
  prep_ticked_at: pickLines.prep_ticked_at,
  fact_version: pickLines.fact_version
};
var linesWhere = (db) => db.select(lineColumns).from(pickLines).innerJoin(orderLines, eq120(orderLines.id, pickLines.order_line_id)).innerJoin(products, eq120(products.id, pickLines.product_id)).innerJoin(users, eq120(users.id, orderLines.employee_id)).leftJoin(errorCodes, eq120(errorCodes.code, pickLines.code));
var linesOfPick2 = prepared("pick_screen_lines", (db) => linesWhere(db).where(eq120(pickLines.pick_id, sql103.placeholder("pick_id"))));
var lineById2 = prepared("pick_screen_line", (db) => linesWhere(db).where(eq120(pickLines.id, sql103.placeholder("id"))));
var shown = ({ code_description, ...line2 }) => ({
  ...line2,
  errors: line2.code ? [{ code: line2.code, description: code_description, other_reason: line2.other_reason }] : [],
  is_fully_picked: isFullyPicked(line2)
});
var pickLineOf = async (ctx, id9) => shown(found((await lineById2(ctx.db, { id: id9 }))[0]));
var pickLinesOf = async (ctx, pick_id) => (await linesOfPick2(ctx.db, { pick_id })).map(shown).sort((a, b) => byBin(a.product.bin, b.product.bin) || a.id - b.id);
var openRoundOf = prepared(
  "open_round_of_order",
  (db) => db.select({ order_id: orders.id, pick_id: picks.id }).from(orders).leftJoin(picks, and84(eq120(picks.order_id, orders.id), notInArray9(picks.state, ["shipped", "closed"]))).where(and84(eq120(orders.uuid, sql103.placeholder("uuid")), sql103`${orders.deleted_at} is null`))
);
async function openRoundOfOrder(ctx, uuid) {
  const { pick_id } = found((await openRoundOf(ctx.db, { uuid }))[0]);
  if (pick_id === null) throw conflict("pick_closed", messages.not_in_round);
  return pick_id;
}
async function pickOrderOf(ctx, pick_id) {
  const { actor } = ctx;
  const round = await roundById(ctx, pick_id);
  const lines2 = await pickLinesOf(ctx, pick_id);
  const [facts] = await orderFacts(ctx.db, [round.order_id]);
  const employees2 = [...new Map(lines2.map(({ employee: wearer }) => [wearer.id, wearer])).values()];
  const floor = policy.pick(actor);
  const moving2 = lines2.map((line2) => ({ ...line2, product_id: line2.product.id }));
  const can = canPick(round, moving2, actor);
  return {
    ...round,
    progress_summary: progressSummary(found(facts)),
    lines: lines2,
    employees: employees2,
    can: {
      start: floor && can.start,
      record: floor && can.record,
      pause: floor && can.pause,
      resume: floor && can.resume,
      handover: floor && can.handover,
      complete: floor && can.complete,
      send_back: floor && can.send_back,
      complete_prep: policy.prep(actor) && checkCompletePrep(round).ok,
      ...canTakeBack(round, lines2, actor)
    }
  };
}

// server/picking/routes.ts
var pickChange = z81.union([z81.object({ action: z81.literal("start") }), z81.object({ tote: z81.string().trim().max(40).nullable() })]);
var withPick = (c2, uuid, command, how) => write(c2, async (ctx) => {
  authorize(policy.pick(ctx.actor));
  const pick = await findOpenPick(ctx, uuid, how);
  await command(ctx, pick);
  return pickOrderOf(ctx, pick.id);
});
var pickingRoutes = new Hono22().get("/orders", signedIn, describe("Orders to pick", pageSchema(roundRow), "picking"), valid("query", roundsQuery), async (c2) => {
  authorize(policy.pick(c2.get("actor")));
  return c2.json(await listRounds(reading(c2), ["released", "picking", "paused"], c2.req.valid("query")));
}).get("/orders/:uuid", signedIn, describe("The open pick of an order", pickOrder, "picking"), valid("param", uuidParam), async (c2) => {
  authorize(policy.pick(c2.get("actor")));
  const ctx = reading(c2);
  return c2.json(await pickOrderOf(ctx, await openRoundOfOrder(ctx, c2.req.valid("param").uuid)));
}).put(
  "/orders/:uuid",
  signedIn,
  describe("Start a pick, or say in which tote it lies", pickOrder, "picking"),
  valid("param", uuidParam),
  valid("json", pickChange),
  async (c2) => {
    const change = c2.req.valid("json");
    const command = "action" in change ? startPick : (ctx, pick) => assignTote2(ctx, pick, change.tote);
    return c2.json(await withPick(c2, c2.req.valid("param").uuid, command));
  }
).post(
  "/orders/:uuid/pause",
  signedIn,
  describe("Pause a pick, or go on with a paused one", pickOrder, "picking"),
  valid("param", uuidParam),
  async (c2) => c2.json(await withPick(c2, c2.req.valid("param").uuid, (ctx, pick) => pick.state === "paused" ? resumePick(ctx, pick) : pausePick(ctx, pick)))
).post(
  "/orders/:uuid/handover",
  signedIn,
  describe("Let go of a pick", pickOrder, "picking"),
  valid("param", uuidParam),
  async (c2) => c2.json(await withPick(c2, c2.req.valid("param").uuid, handoverPick))
).post(
  "/orders/:uuid/move-to-prep",
  signedIn,
  describe("Complete a pick: to prep, to dispatch, or back to allocation", pickOrder, "picking"),
  valid("param", uuidParam),
  async (c2) => c2.json(await withPick(c2, c2.req.valid("param").uuid, completePick2, { with_stock: true }))
).put(
  "/lines/:id",
  signedIn,
  describe("Record what was picked for a line", pickLine, "picking"),
  valid("param", idParam),
  valid("json", recordPick),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    return c2.json(
      await write(c2, async (ctx) => {
        await recordPick2(ctx, id9, c2.req.valid("json"));
        return pickLineOf(ctx, id9);
      })
    );
  }
);

// server/prep/routes.ts
import { Hono as Hono23 } from "hono";
import { z as z83 } from "zod";

// server/prep/prep-queries.ts
import { z as z82 } from "zod";
var prepOrder = pickOrder.extend({
  lines: z82.array(pickLine.extend({ is_decorated: z82.boolean() })).describe("What was picked"),
  lines_left: z82.int().describe("Lines with a decoration that are not ticked off")
});
var bag = z82.object({
  employee: pickLine.shape.employee,
  qty_items: z82.int(),
  lines: z82.array(pickLine)
});
async function prepOrderOf(ctx, pick_id) {
  const round = await pickOrderOf(ctx, pick_id);
  const lines2 = round.lines.filter(({ qty_picked }) => qty_picked > 0).map((line2) => ({ ...line2, is_decorated: isDecorated(line2) }));
  return { ...round, lines: lines2, lines_left: prepLeft(lines2) };
}
async function bagsOf(ctx, pick_id) {
  const { lines: lines2 } = await prepOrderOf(ctx, pick_id);
  const bags2 = /* @__PURE__ */ new Map();
  for (const { is_decorated: _is_decorated, ...line2 } of lines2) {
    const mine = bags2.get(line2.employee.id) ?? { employee: line2.employee, qty_items: 0, lines: [] };
    mine.lines.push(line2);
    mine.qty_items += line2.qty_picked;
    bags2.set(line2.employee.id, mine);
  }
  return [...bags2.values()].sort((a, b) => a.employee.name.localeCompare(b.employee.name));
}

// server/prep/routes.ts
var prepView = z83.object({ bagging_instructions: queryFlag.default(false), include: include(["lines", "employees", "lines.product"]) });
var prepAnswer = z83.union([prepOrder, z83.object({ items: z83.array(bag) })]);
var prepRoutes = new Hono23().get("/orders", signedIn, describe("Orders in prep", pageSchema(roundRow), "prep"), valid("query", roundsQuery), async (c2) => {
  authorize(policy.prep(c2.get("actor")));
  return c2.json(await listRounds(reading(c2), ["picked"], c2.req.valid("query")));
}).get(
  "/orders/:uuid",
  signedIn,
  describe("What to decorate; with bagging_instructions, what goes into whose bag", prepAnswer, "prep"),
  valid("param", uuidParam),
  valid("query", prepView),
  async (c2) => {
    authorize(policy.prep(c2.get("actor")));
    const ctx = reading(c2);
    const pick_id = await openRoundOfOrder(ctx, c2.req.valid("param").uuid);
    if (c2.req.valid("query").bagging_instructions) return c2.json({ items: await bagsOf(ctx, pick_id) });
    return c2.json(await prepOrderOf(ctx, pick_id));
  }
).put(
  "/orders/:uuid",
  signedIn,
  describe("Say that an order is ready for dispatch", prepOrder, "prep"),
  valid("param", uuidParam),
  valid("json", z83.object({ prep_completed: z83.literal(true) })),
  async (c2) => c2.json(
    await write(c2, async (ctx) => {
      authorize(policy.prep(ctx.actor));
      const pick = await findOpenPick(ctx, c2.req.valid("param").uuid, { with_stock: true });
      await completePrep(ctx, pick);
      return prepOrderOf(ctx, pick.id);
    })
  )
).put(
  "/lines/:id",
  signedIn,
  describe("Tick a line off as decorated", pickLine, "prep"),
  valid("param", idParam),
  valid("json", tickLineBody),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    return c2.json(
      await write(c2, async (ctx) => {
        await tickLine(ctx, id9, c2.req.valid("json").ticked);
        return pickLineOf(ctx, id9);
      })
    );
  }
);

// server/returns/routes.ts
import { Hono as Hono24 } from "hono";
import { z as z89 } from "zod";

// shared/returns/create-return.ts
import { z as z84 } from "zod";

// shared/returns/returnable.ts
var qtyReturnable = ({ qty_shipped, qty_undecided, qty_approved, is_non_returnable }) => is_non_returnable ? 0 : Math.max(0, qty_shipped - qty_undecided - qty_approved);

// shared/returns/create-return.ts
var returnLine = z84.object({
  id: z84.int().positive(),
  qty_to_return: z84.int().min(0).max(limits.line_quantity).nullish(),
  /** The id of a reason. */
  return_reason: z84.int().positive().nullish()
});
var newReturn = z84.object({
  lines: z84.array(returnLine).min(1).max(limits.order_lines),
  customer_comments: z84.string().trim().max(limits.notes).nullish()
});
var checkCreateReturn = (order) => all(checkNotCancelled(order), order.submitted_at ? allow : refuse("order_not_submitted", messages.order_not_submitted));
function returnFaults(asked3, known2) {
  const faults2 = {};
  const seen = /* @__PURE__ */ new Set();
  for (const [n, { id: id9, qty_to_return, return_reason }] of asked3.lines.entries()) {
    if (!qty_to_return) continue;
    const facts = known2.lines.get(id9);
    const qty = facts ? qtyReturnable(facts) : 0;
    if (!facts) faults2[`lines.${n}.id`] = messages.unknown_line;
    else if (seen.has(id9)) faults2[`lines.${n}.id`] = messages.line_twice;
    else if (facts.is_non_returnable) faults2[`lines.${n}.qty_to_return`] = messages.non_returnable;
    else if (qty_to_return > qty) faults2[`lines.${n}.qty_to_return`] = messages.returnable(qty);
    if (!return_reason) faults2[`lines.${n}.return_reason`] = messages.return_reason_needed;
    else if (!known2.reasons.has(return_reason)) faults2[`lines.${n}.return_reason`] = messages.unknown_return_reason;
    seen.add(id9);
  }
  return seen.size > 0 ? faults2 : { lines: messages.nothing_to_return };
}

// shared/returns/decide-return.ts
import { z as z85 } from "zod";
var outcomes2 = ["restock", "write_off"];
var returnLineDecision = z85.object({ qty_approved: z85.int().min(0).max(limits.line_quantity), outcome: z85.enum(outcomes2).optional() });
var finaliseReturn = z85.object({ finalise: z85.literal(true), approver_comments: z85.string().trim().max(limits.notes).nullish() });
var checkUndecided = ({ finalised_at }) => finalised_at ? refuse("already_finalised", messages.already_finalised) : allow;
var checkApproval = (line2, { qty_approved }) => qty_approved > line2.qty_requested ? refuse("over_approval", messages.over_approval(line2.qty_requested), "qty_approved") : allow;
var usualOutcome = ({ decoration: decoration2 }) => decoration2 ? "write_off" : "restock";

// server/returns/approve-line.ts
import { eq as eq123 } from "drizzle-orm";

// server/returns/find-return.ts
import { asc as asc35, eq as eq121 } from "drizzle-orm";
var linesOf3 = (ctx, return_id) => ctx.db.select({
  id: returnLines.id,
  product_id: returnLines.product_id,
  qty_requested: returnLines.qty_requested,
  qty_approved: returnLines.qty_approved,
  outcome: returnLines.outcome,
  decoration: orderLines.decoration
}).from(returnLines).innerJoin(orderLines, eq121(orderLines.id, returnLines.order_line_id)).where(eq121(returnLines.return_id, return_id)).orderBy(asc35(returnLines.id));
async function findReturn(ctx, id9, { with_stock = false } = {}) {
  const [known2] = await ctx.db.select({ order_id: returns.order_id }).from(returns).where(eq121(returns.id, id9));
  const { order_id } = found(known2);
  if (with_stock)
    await lockLevels(
      ctx,
      (await linesOf3(ctx, id9)).map(({ product_id }) => product_id)
    );
  await lockAnyOrder(ctx, order_id);
  const [held3] = await locked(ctx.db.select().from(returns).where(eq121(returns.id, id9)));
  return { ...found(held3), lines: await linesOf3(ctx, id9) };
}

// server/returns/return-queries.ts
import { and as and85, asc as asc36, count as count15, eq as eq122, isNotNull as isNotNull4, isNull as isNull48, or as or25, sql as sql104 } from "drizzle-orm";
import { z as z86 } from "zod";
var returnQuery = listQuery({
  orderBy: ["id", "return_number", "created_at", "order_number"],
  default: "id",
  sortedBy: "desc",
  per_page: limits.returns_page
}).extend({
  include: include(["order", "creator", "approver", "lines", "lines.line", "lines.product", "lines.reason", "status"]),
  status: z86.enum(returnStatuses).optional()
});
var person5 = z86.object({ id: z86.int().nullable().describe("Null for the provider\u2019s people, to a client"), name: z86.string() });
var returnLineSchema = z86.object({
  id: z86.int(),
  line: z86.object({
    id: z86.int(),
    employee: z86.object({ id: z86.int(), name: z86.string() }),
    product_name: z86.string(),
    decoration: z86.string().nullable(),
    qty_shipped: z86.int(),
    unit_price: z86.int().nullable().describe("Pence; null for a reader who is not to see prices")
  }),
  product: z86.object({
    id: z86.int(),
    sku: z86.string(),
    name: z86.string(),
    attributes: attributesSchema,
    media: z86.array(z86.object({ url: z86.string() }))
  }),
  reason: z86.object({ id: z86.int(), description: z86.string() }),
  qty_requested: z86.int(),
  qty_approved: z86.int().describe("To a client zero until the return is finalised"),
  outcome: z86.enum(outcomes2).nullable().describe("What becomes of the pieces; for the office")
});
var returnListItemSchema = z86.object({
  id: z86.int(),
  return_number: z86.string(),
  created_at: z86.string(),
  finalised_at: z86.string().nullable(),
  is_finalised: z86.boolean(),
  status: z86.object({ name: z86.enum(returnStatuses), description: z86.string() }),
  creator: person5,
  approver: person5.nullable(),
  order: z86.object({ id: z86.int(), uuid: z86.string(), order_number: z86.string(), account: z86.object({ id: z86.int(), name: z86.string() }) }),
  customer_comments: z86.string().nullable(),
  approver_comments: z86.string().nullable(),
  lines: z86.array(returnLineSchema).optional()
});
var returnSchema = returnListItemSchema.extend({ lines: z86.array(returnLineSchema), can: z86.object({ decide: z86.boolean() }) });
var creator2 = alias(users, "creator");
var approver2 = alias(users, "approver");
var parent6 = alias(products, "parent");
var pieces2 = (of) => sql104`(select coalesce(sum(${of}), 0) from ${returnLines} where ${returnLines.return_id} = ${returns.id})`.mapWith(Number);
var asked2 = pieces2(returnLines.qty_requested);
var given = pieces2(returnLines.qty_approved);
var inStatus = {
  new: isNull48(returns.finalised_at),
  approved: and85(isNotNull4(returns.finalised_at), sql104`${given} > 0 and ${given} >= ${asked2}`),
  part_approved: and85(isNotNull4(returns.finalised_at), sql104`${given} > 0 and ${given} < ${asked2}`),
  rejected: and85(isNotNull4(returns.finalised_at), sql104`${given} = 0`)
};
var heads = (ctx) => ctx.db.select({
  id: returns.id,
  created_at: returns.created_at,
  finalised_at: returns.finalised_at,
  customer_comments: returns.customer_comments,
  approver_comments: returns.approver_comments,
  qty_requested: asked2,
  qty_approved: given,
  order_id: orders.id,
  order_uuid: orders.uuid,
  requester_id: orders.requester_id,
  order_creator_id: orders.creator_id,
  delivery_site_id: orders.delivery_site_id,
  account_id: accounts.id,
  account_name: accounts.name,
  creator_id: creator2.id,
  creator_name: personName(creator2).as("creator_name"),
  creator_account_id: creator2.account_id,
  approver_id: approver2.id,
  approver_name: personName(approver2).as("approver_name"),
  approver_account_id: approver2.account_id
}).from(returns).innerJoin(orders, eq122(orders.id, returns.order_id)).innerJoin(accounts, eq122(accounts.id, orders.account_id)).innerJoin(creator2, eq122(creator2.id, returns.creator_id)).leftJoin(approver2, eq122(approver2.id, returns.approver_id));
function itemOf({ actor }, head) {
  const name4 = returnStatus(head);
  const { creator_id, creator_name, creator_account_id, approver_id, approver_name, approver_account_id } = head;
  return {
    id: head.id,
    return_number: returnNumber(head.id),
    created_at: head.created_at,
    finalised_at: head.finalised_at,
    is_finalised: head.finalised_at !== null,
    status: { name: name4, description: returnStatusWords[name4] },
    creator: shownPerson(actor, { id: creator_id, name: creator_name, account_id: creator_account_id }),
    approver: approver_id === null ? null : shownPerson(actor, { id: approver_id, name: approver_name, account_id: approver_account_id }),
    order: {
      id: head.order_id,
      uuid: head.order_uuid,
      order_number: orderNumber(head.order_id),
      account: { id: head.account_id, name: head.account_name }
    },
    customer_comments: head.customer_comments,
    approver_comments: head.approver_comments
  };
}
async function linesByReturn(ctx, of) {
  const { actor } = ctx;
  const office = policy.decide_returns(actor);
  const byId4 = new Map(of.map((head) => [head.id, head]));
  const lines2 = await ctx.db.select({
    id: returnLines.id,
    return_id: returnLines.return_id,
    line_id: orderLines.id,
    employee_id: users.id,
    employee_name: personName(users).as("employee_name"),
    product_name: orderLines.product_name,
    decoration: orderLines.decoration,
    qty_shipped: orderLines.qty_shipped,
    unit_price: orderLines.unit_price,
    product_id: products.id,
    sku: products.sku,
    name: products.name,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    picture: pictureOf(products.id).as("picture"),
    style_picture: pictureOf(parent6.id).as("style_picture"),
    reason_id: returnReasons.id,
    reason: returnReasons.description,
    qty_requested: returnLines.qty_requested,
    qty_approved: returnLines.qty_approved,
    outcome: returnLines.outcome
  }).from(returnLines).innerJoin(orderLines, eq122(orderLines.id, returnLines.order_line_id)).innerJoin(orders, eq122(orders.id, orderLines.order_id)).innerJoin(users, eq122(users.id, orderLines.employee_id)).innerJoin(products, eq122(products.id, office ? returnLines.product_id : orderLines.product_id)).leftJoin(parent6, eq122(parent6.id, products.parent_id)).innerJoin(returnReasons, eq122(returnReasons.id, returnLines.reason_id)).where(and85(among(returnLines.return_id, idList([...byId4.keys()])), visibleLines(actor))).orderBy(asc36(returnLines.id));
  const views = lines2.flatMap((row2) => {
    const head = byId4.get(row2.return_id);
    if (!head) return [];
    const owned = { account_id: head.account_id, requester_id: head.requester_id, creator_id: head.order_creator_id };
    const prices = policy.see_order_prices(actor, { ...owned, delivery_site_id: head.delivery_site_id });
    const { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size } = row2;
    const view = {
      id: row2.id,
      line: {
        id: row2.line_id,
        employee: { id: row2.employee_id, name: row2.employee_name },
        product_name: row2.product_name,
        decoration: row2.decoration,
        qty_shipped: row2.qty_shipped,
        unit_price: prices ? row2.unit_price : null
      },
      product: {
        id: row2.product_id,
        sku: row2.sku,
        name: row2.name,
        attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
        media: mediaOf(row2.picture, row2.style_picture)
      },
      reason: { id: row2.reason_id, description: row2.reason },
      qty_requested: row2.qty_requested,
      qty_approved: office || head.finalised_at ? row2.qty_approved : 0,
      outcome: office ? row2.outcome ?? usualOutcome(row2) : null
    };
    return [{ return_id: row2.return_id, view }];
  });
  return new Map([...groupBy(views, ({ return_id }) => return_id)].map(([id9, group]) => [id9, group.map(({ view }) => view)]));
}
function searched(ctx, text5) {
  const n = /^\d{1,15}$/.test(text5) ? Number(text5) : null;
  return or25(
    n === null ? void 0 : eq122(returns.id, n),
    n === null ? void 0 : eq122(returns.order_id, n),
    contains(orders.client_po_reference, text5),
    contains(personName(creator2), text5),
    policy.decide_returns(ctx.actor) ? contains(accounts.name, text5) : void 0
  );
}
var columns6 = {
  id: [returns.id],
  return_number: [returns.id],
  created_at: [returns.created_at, returns.id],
  order_number: [returns.order_id, returns.id]
};
async function listReturns(ctx, query) {
  authorize(policy.see_returns(ctx.actor));
  const where = and85(visibleReturns(ctx.actor), query.status && inStatus[query.status], query.search ? searched(ctx, query.search) : void 0);
  const [total3] = await ctx.db.select({ n: count15() }).from(returns).innerJoin(orders, eq122(orders.id, returns.order_id)).innerJoin(accounts, eq122(accounts.id, orders.account_id)).innerJoin(creator2, eq122(creator2.id, returns.creator_id)).where(where);
  const page2 = await heads(ctx).where(where).orderBy(...inOrder(query.sortedBy, ...columns6[query.orderBy])).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const lines2 = query.include?.some((name4) => name4.startsWith("lines")) ? await linesByReturn(ctx, page2) : null;
  const items = page2.map((head) => ({ ...itemOf(ctx, head), ...lines2 && { lines: lines2.get(head.id) ?? [] } }));
  return pageOf(items, query, total3?.n ?? 0);
}
async function returnView(ctx, id9) {
  const [head] = await heads(ctx).where(and85(eq122(returns.id, id9), visibleReturns(ctx.actor)));
  const known2 = found(head);
  const lines2 = (await linesByReturn(ctx, [known2])).get(id9) ?? [];
  return { ...itemOf(ctx, known2), lines: lines2, can: { decide: policy.decide_returns(ctx.actor) && known2.finalised_at === null } };
}
async function officeReturn(ctx, id9) {
  authorize(policy.decide_returns(ctx.actor));
  return returnView(ctx, id9);
}
async function officeReturns(ctx, query) {
  authorize(policy.decide_returns(ctx.actor));
  return listReturns(ctx, query);
}

// server/returns/approve-line.ts
async function approveLine(ctx, id9, line_id, decision) {
  authorize(policy.decide_returns(ctx.actor));
  const { lines: lines2, ...held3 } = await findReturn(ctx, id9);
  const line2 = found(lines2.find((one2) => one2.id === line_id));
  enforce(all(checkUndecided(held3), checkApproval(line2, decision)));
  const { qty_approved, outcome = line2.outcome } = decision;
  await ctx.db.update(returnLines).set({ qty_approved, outcome }).where(eq123(returnLines.id, line_id));
  const before = { line_id, qty_approved: line2.qty_approved, outcome: line2.outcome };
  await audit(ctx, "return.line_approved", { type: "return", id: id9 }, before, { line_id, qty_approved, outcome });
  return found((await returnView(ctx, id9)).lines.find((one2) => one2.id === line_id));
}

// server/returns/returnable-queries.ts
import { and as and86, asc as asc37, eq as eq124, sql as sql105 } from "drizzle-orm";
import { z as z87 } from "zod";
var parent7 = alias(products, "parent");
var inReturns = (pieces3, state) => sql105`coalesce((select sum(${pieces3}) from ${returnLines} join ${returns} on ${returns.id} = ${returnLines.return_id}
    where ${returnLines.order_line_id} = ${orderLines.id} and ${returns.finalised_at} is ${sql105.raw(state)}), 0)`.mapWith(Number);
async function returnableLines(ctx, order_id) {
  const lines2 = await ctx.db.select({
    id: orderLines.id,
    product_id: sql105`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`.mapWith(Number),
    qty_shipped: orderLines.qty_shipped,
    qty_undecided: inReturns(returnLines.qty_requested, "null"),
    qty_approved: inReturns(returnLines.qty_approved, "not null"),
    is_non_returnable: products.is_non_returnable,
    is_style_non_returnable: parent7.is_non_returnable
  }).from(orderLines).innerJoin(orders, eq124(orders.id, orderLines.order_id)).innerJoin(products, eq124(products.id, orderLines.product_id)).leftJoin(parent7, eq124(parent7.id, products.parent_id)).where(and86(eq124(orderLines.order_id, order_id), visibleLines(ctx.actor))).orderBy(asc37(orderLines.id));
  const shipped = await ctx.db.select({ id: dispatchLines.order_line_id, product_id: dispatchLines.product_id }).from(dispatchLines).innerJoin(dispatches, eq124(dispatches.id, dispatchLines.dispatch_id)).where(and86(among(dispatchLines.order_line_id, idList(lines2.map(({ id: id9 }) => id9))), eq124(dispatches.state, "shipped"))).orderBy(asc37(dispatchLines.id));
  const sent = new Map(shipped.map(({ id: id9, product_id }) => [id9, product_id]));
  return new Map(
    lines2.map(({ product_id, is_style_non_returnable, ...line2 }) => [
      line2.id,
      {
        ...line2,
        is_non_returnable: line2.is_non_returnable || is_style_non_returnable === true,
        shipped_product_id: sent.get(line2.id) ?? product_id
      }
    ])
  );
}
var returnableSchema = z87.object({
  lines: z87.array(z87.object({ id: z87.int(), qty_returnable: z87.int(), is_non_returnable: z87.boolean() }))
});
async function returnableOf(ctx, uuid) {
  const order = await findOrder(ctx, uuid);
  authorize(policy.create_return(ctx.actor));
  const lines2 = await returnableLines(ctx, order.id);
  return {
    lines: [...lines2.values()].map((line2) => ({ id: line2.id, qty_returnable: qtyReturnable(line2), is_non_returnable: line2.is_non_returnable }))
  };
}

// server/returns/create-return.ts
async function createReturn(ctx, uuid, asked3) {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.create_return(ctx.actor));
  enforce(checkCreateReturn(order));
  const lines2 = await returnableLines(ctx, order.id);
  const reasons = new Set((await ctx.db.select({ id: returnReasons.id }).from(returnReasons)).map(({ id: id10 }) => id10));
  const faults2 = returnFaults(asked3, { lines: lines2, reasons });
  if (Object.keys(faults2).length) throw invalid(faults2);
  const [made] = await ctx.db.insert(returns).values({ order_id: order.id, creator_id: ctx.actor.id, customer_comments: asked3.customer_comments || null, created_at: ctx.now }).returning({ id: returns.id });
  const { id: id9 } = found(made);
  const sent = asked3.lines.flatMap(({ id: order_line_id, qty_to_return, return_reason }) => {
    const line2 = lines2.get(order_line_id);
    if (!line2 || !qty_to_return || !return_reason) return [];
    return { return_id: id9, order_line_id, product_id: line2.shipped_product_id, reason_id: return_reason, qty_requested: qty_to_return };
  });
  await ctx.db.insert(returnLines).values(sent);
  await audit(ctx, "return.created", { type: "return", id: id9 }, null, { order_id: order.id, lines: sent });
  return returnView(ctx, id9);
}

// server/returns/finalise-return.ts
import { eq as eq126, inArray as inArray26 } from "drizzle-orm";

// server/returns/tell-decided.ts
import { asc as asc38, eq as eq125 } from "drizzle-orm";

// server/mail/letters/return-decided.ts
var verdicts = {
  approved: { is: "is approved", means: "We take back all that you sent." },
  part_approved: { is: "is approved in part", means: "We take back some of what you sent. How much of each is below." },
  rejected: { is: "is not approved", means: "We are sorry: we cannot take this back." }
};
var returnVerdict = (return_number, status) => {
  const { is: is2, means } = status === "new" ? { is: "is with us", means: "We have not decided yet." } : verdicts[status];
  return { title: `Return ${return_number} ${is2}`, means };
};
function returnDecidedLetter(about) {
  const { title, means } = returnVerdict(about.return_number, about.status);
  return letter({
    kind: "return_decided",
    subject: title,
    heading: title,
    parts: [
      { paragraph: `Hello ${about.name},` },
      { paragraph: means },
      {
        facts: [
          ["Return", about.return_number],
          ["Order", about.order_number],
          ["Decision", returnStatusWords[about.status]],
          ["Comments", about.comments]
        ]
      },
      {
        items: {
          heading: "Approved",
          rows: about.items.map(({ product: product2, colour, size, qty_requested, qty_approved }) => ({
            what: product2,
            detail: [colour, size && `size ${size}`].filter(Boolean).join(", "),
            count: `${qty_approved} of ${qty_requested}`
          }))
        }
      },
      { button: { label: "See the return", url: about.url } }
    ],
    footer: "You receive this because you asked for this return."
  });
}

// server/returns/tell-decided.ts
async function tellDecided(ctx, id9) {
  const { db, services: services2 } = ctx;
  const [known2] = await db.select({
    finalised_at: returns.finalised_at,
    comments: returns.approver_comments,
    order_id: returns.order_id,
    account_id: orders.account_id,
    creator_id: users.id,
    name: users.forenames,
    email: users.email
  }).from(returns).innerJoin(orders, eq125(orders.id, returns.order_id)).innerJoin(users, eq125(users.id, returns.creator_id)).where(eq125(returns.id, id9));
  const { creator_id, email, account_id, order_id, finalised_at, comments, name: name4 } = found(known2);
  const lines2 = await db.select({
    product: orderLines.product_name,
    colour: products.variation_colour,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    qty_requested: returnLines.qty_requested,
    qty_approved: returnLines.qty_approved
  }).from(returnLines).innerJoin(orderLines, eq125(orderLines.id, returnLines.order_line_id)).innerJoin(products, eq125(products.id, orderLines.product_id)).where(eq125(returnLines.return_id, id9)).orderBy(asc38(returnLines.id));
  const sum3 = (of) => lines2.reduce((pieces3, line2) => pieces3 + line2[of], 0);
  const status = returnStatus({ finalised_at, qty_requested: sum3("qty_requested"), qty_approved: sum3("qty_approved") });
  const return_number = returnNumber(id9);
  const { title, means } = returnVerdict(return_number, status);
  await notify(ctx, [creator_id], { title, message: comments ?? means, url: `/returns/${id9}` });
  if (!email) return;
  const mail = returnDecidedLetter({
    name: name4,
    return_number,
    order_number: orderNumber(order_id),
    url: `${services2.settings.public_url}/returns/${id9}`,
    status,
    comments,
    items: lines2.map((line2) => ({ ...line2, size: sizeOf(line2) }))
  });
  await queueMail(ctx, { ...mail, to: email, account_id });
}

// server/returns/finalise-return.ts
async function finaliseReturn2(ctx, id9, { approver_comments }) {
  authorize(policy.decide_returns(ctx.actor));
  const { lines: lines2, ...held3 } = await findReturn(ctx, id9, { with_stock: true });
  enforce(checkUndecided(held3));
  const approved2 = lines2.flatMap((line2) => line2.qty_approved > 0 ? [{ ...line2, outcome: line2.outcome ?? usualOutcome(line2) }] : []);
  for (const outcome of outcomes2) {
    const ids3 = approved2.filter((line2) => line2.outcome === outcome).map((line2) => line2.id);
    if (ids3.length) await ctx.db.update(returnLines).set({ outcome }).where(inArray26(returnLines.id, ids3));
  }
  const reference2 = returnNumber(id9);
  await move(
    ctx,
    approved2.flatMap(({ product_id, qty_approved, outcome }) => [
      { product_id, type: "ORDER_RETURN", qty: qty_approved, reference: reference2 },
      ...outcome === "write_off" ? [{ product_id, type: "ADJUSTMENT", qty: -qty_approved, reference: reference2, reason: "Returned and written off" }] : []
    ])
  );
  const decided = { finalised_at: ctx.now, approver_id: ctx.actor.id, approver_comments: approver_comments || null };
  await ctx.db.update(returns).set(decided).where(eq126(returns.id, id9));
  const noted = lines2.map(({ id: line_id, qty_requested, qty_approved }) => ({ line_id, qty_requested, qty_approved }));
  await audit(ctx, "return.finalised", { type: "return", id: id9 }, null, { order_id: held3.order_id, approver_comments, lines: noted });
  await tellDecided(ctx, id9);
  return returnView(ctx, id9);
}

// server/returns/return-reason-queries.ts
import { asc as asc39 } from "drizzle-orm";
import { z as z88 } from "zod";
var returnReasonsSchema = z88.object({ items: z88.array(z88.object({ id: z88.int(), description: z88.string() })) });
var returnReasonList = async (ctx) => ({
  items: await ctx.db.select({ id: returnReasons.id, description: returnReasons.description }).from(returnReasons).orderBy(asc39(returnReasons.id))
});

// server/returns/routes.ts
var lineParam3 = idParam.extend({ lineId: z89.coerce.number().int().positive() });
var orderReturnRoutes = new Hono24().get(
  "/:uuid/returnable",
  signedIn,
  describe("How much of each line may still be sent back", returnableSchema, "returns"),
  valid("param", uuidParam),
  async (c2) => c2.json(await returnableOf(reading(c2), c2.req.valid("param").uuid))
).post(
  "/:uuid/returns",
  signedIn,
  describe("Ask to send something back", returnSchema, "returns"),
  valid("param", uuidParam),
  valid("json", newReturn),
  async (c2) => c2.json(await write(c2, (ctx) => createReturn(ctx, c2.req.valid("param").uuid, c2.req.valid("json")), 201), 201)
);
var returnRoutes = new Hono24().get(
  "/",
  signedIn,
  describe("The returns one may see", pageSchema(returnListItemSchema), "returns"),
  valid("query", returnQuery),
  async (c2) => c2.json(await listReturns(reading(c2), c2.req.valid("query")))
).get(
  "/:id",
  signedIn,
  describe("One return", returnSchema, "returns"),
  valid("param", idParam),
  async (c2) => c2.json(await returnView(reading(c2), c2.req.valid("param").id))
);
var adminReturnRoutes = new Hono24().get(
  "/",
  signedIn,
  describe("All clients\u2019 returns", pageSchema(returnListItemSchema), "returns"),
  valid("query", returnQuery),
  async (c2) => c2.json(await officeReturns(reading(c2), c2.req.valid("query")))
).get(
  "/:id",
  signedIn,
  describe("One return, for who decides it", returnSchema, "returns"),
  valid("param", idParam),
  async (c2) => c2.json(await officeReturn(reading(c2), c2.req.valid("param").id))
).put(
  "/:id",
  signedIn,
  describe("Decide a return for good", returnSchema, "returns"),
  valid("param", idParam),
  valid("json", finaliseReturn),
  async (c2) => c2.json(await write(c2, (ctx) => finaliseReturn2(ctx, c2.req.valid("param").id, c2.req.valid("json"))))
).put(
  "/:id/lines/:lineId",
  signedIn,
  describe("Say how many pieces of a line are taken back", returnLineSchema, "returns"),
  valid("param", lineParam3),
  valid("json", returnLineDecision),
  async (c2) => {
    const { id: id9, lineId } = c2.req.valid("param");
    return c2.json(await write(c2, (ctx) => approveLine(ctx, id9, lineId, c2.req.valid("json"))));
  }
);
var returnReasonRoutes = new Hono24().get(
  "/",
  signedIn,
  describe("Why something is sent back", returnReasonsSchema, "returns"),
  async (c2) => c2.json(await returnReasonList(reading(c2)))
);

// server/sites/routes.ts
import { Hono as Hono25 } from "hono";
var siteRoutes = new Hono25().get(
  "/",
  signedIn,
  describe("Sites to choose from", pageSchema(siteSchema), "sites"),
  valid("query", siteQuery),
  async (c2) => c2.json(await listSites(reading(c2), c2.req.valid("query")))
);

// server/sizes/routes.ts
import { Hono as Hono26 } from "hono";
import { z as z93 } from "zod";

// shared/sizes/size-input.ts
import { z as z90 } from "zod";
var id8 = z90.int().positive();
var chooseSizes = z90.object({
  lines: z90.array(z90.object({ id: id8, product_id: id8 })).min(1).max(200)
});
var askForSizes2 = z90.object({ employees: z90.array(id8).min(1).max(200).optional() });

// server/sizes/choose-by-link.ts
import { and as and90, eq as eq130, sql as sql109 } from "drizzle-orm";

// server/sizes/link-queries.ts
import { and as and89, asc as asc41, eq as eq129, sql as sql108 } from "drizzle-orm";
import { z as z92 } from "zod";

// server/sizes/open-link.ts
import { and as and87, eq as eq127, isNull as isNull49, sql as sql106 } from "drizzle-orm";
var linkByToken = prepared(
  "size_link_by_token",
  (db) => db.select({
    order_id: sizeLinks.order_id,
    order_uuid: orders.uuid,
    expires_at: sizeLinks.expires_at,
    employee_id: users.id,
    name: personName(users).as("name"),
    account_id: orders.account_id,
    can_view_restricted_products: users.can_view_restricted_products
  }).from(sizeLinks).innerJoin(orders, eq127(orders.id, sizeLinks.order_id)).innerJoin(accounts, eq127(accounts.id, orders.account_id)).innerJoin(users, and87(eq127(users.id, sizeLinks.employee_id), eq127(users.account_id, orders.account_id))).where(and87(eq127(sizeLinks.token_hash, sql106.placeholder("token_hash")), isNull49(users.deleted_at), isNull49(accounts.deleted_at)))
);
var dead = (why) => new Problem(404, { message: deadLinkMessages[why], code: why });
async function openLink({ database, clock }, token, address3) {
  if (!/^[\w-]{43}$/.test(token)) throw dead("link_unknown");
  const now = clock();
  await refuseTooMany(database.reader, { email: "", address: address3 }, now);
  const [row2] = await linkByToken(database.reader, { token_hash: hashToken(token) });
  if (!row2) {
    await database.unitOfWork((db) => noteWrongTry(db, { email: "", address: address3 }, now));
    throw dead("link_unknown");
  }
  const { order_id, order_uuid, expires_at, employee_id, name: name4, account_id, can_view_restricted_products } = row2;
  return {
    order_id,
    order_uuid,
    expires_at,
    wearer: {
      id: employee_id,
      name: name4,
      role: "employee",
      account_id,
      site_ids: [],
      is_supervised_orderer: false,
      can_view_restricted_products,
      impersonator_id: null
    }
  };
}

// server/sizes/size-on-file-queries.ts
import { and as and88, asc as asc40, eq as eq128, isNotNull as isNotNull5, isNull as isNull50, sql as sql107 } from "drizzle-orm";
import { z as z91 } from "zod";

// shared/sizes/size-on-file.ts
var sizeReasons = [
  "too small",
  "too large",
  "too big",
  "too short",
  "too long",
  "too tight",
  "too loose",
  "wrong size",
  "does not fit",
  "did not fit"
];

// server/sizes/size-on-file-queries.ts
var sizeOnFileSchema = z91.object({
  style_id: z91.int(),
  product_id: z91.int().describe("The SKU that was kept"),
  variation_colour: z91.string().nullable(),
  variation_size_1: z91.string().nullable(),
  variation_size_2: z91.string().nullable(),
  variation_all_size: z91.string().nullable(),
  order_number: z91.string().nullable().describe("Null for a reader who does not see that order")
});
var sizesOnFileSchema = z91.object({ items: z91.array(sizeOnFileSchema) });
async function sizesKept(ctx, employee_id) {
  const { db, actor } = ctx;
  const style_id = sql107`coalesce(${products.parent_id}, ${products.id})`;
  const didNotFit = sql107`(select coalesce(sum(${returnLines.qty_requested}), 0) from ${returnLines}
    join ${returnReasons} on ${returnReasons.id} = ${returnLines.reason_id}
    where ${returnLines.order_line_id} = ${orderLines.id} and ${amongTexts(sql107`lower(${returnReasons.description})`, textList(sizeReasons))})`;
  const kept = db.select({
    style_id: style_id.mapWith(Number).as("style_id"),
    product_id: products.id,
    variation_colour: products.variation_colour,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    seen_order_id: sql107`case when ${visibleOrders(actor)} then ${orders.id} end`.as("seen_order_id"),
    place: sql107`row_number() over (partition by ${style_id} order by ${orders.submitted_at} desc, ${orderLines.id} desc)`.as("place")
  }).from(orderLines).innerJoin(orders, eq128(orders.id, orderLines.order_id)).innerJoin(products, eq128(products.id, orderLines.product_id)).innerJoin(users, eq128(users.id, orderLines.employee_id)).where(
    and88(
      eq128(orderLines.employee_id, employee_id),
      sql107`${orderLines.is_size_selected}`,
      // What a person wore at another client is not told at this one.
      eq128(orders.account_id, users.account_id),
      isNotNull5(orders.submitted_at),
      isNull50(orders.cancelled_at),
      isNull50(orders.deleted_at),
      sql107`${orderLines.qty_requested} - ${orderLines.qty_cancelled} > ${didNotFit}`
    )
  ).as("kept");
  const rows2 = await db.select().from(kept).where(eq128(kept.place, 1)).orderBy(asc40(kept.style_id));
  return rows2.map(({ place: _, seen_order_id, ...size }) => ({ ...size, order_number: seen_order_id === null ? null : orderNumber(seen_order_id) }));
}
async function sizesOnFile(ctx, employee_id) {
  const [person6] = await ctx.db.select({ id: users.id }).from(users).where(and88(eq128(users.id, employee_id), visibleEmployees(ctx.actor)));
  return { items: await sizesKept(ctx, found(person6).id) };
}

// server/sizes/link-queries.ts
var media2 = z92.array(z92.object({ url: z92.string() }));
var linkSchema = z92.object({
  wearer: z92.object({ name: z92.string() }),
  order_number: z92.string(),
  requester: z92.string(),
  company: z92.string(),
  expires_at: z92.string(),
  lines: z92.array(
    z92.object({
      id: z92.int(),
      product_id: z92.int().describe("The style, as long as no size is chosen"),
      product_name: z92.string(),
      quantity: z92.int(),
      decoration: z92.string().nullable(),
      description: z92.string(),
      media: media2,
      colours: z92.array(z92.object({ name: z92.string(), hex: z92.string().nullable() })),
      sizes: z92.array(z92.object({ id: z92.int(), sku: z92.string(), attributes: attributesSchema, media: media2 })).describe("The articles to choose from"),
      size_on_file: sizeOnFileSchema.nullable()
    })
  )
});
var linesOfLink = prepared(
  "lines_of_size_link",
  (db) => db.select({
    order: {
      id: orders.id,
      delivery_site_id: orders.delivery_site_id,
      submitted_at: orders.submitted_at,
      is_cancelled: sql108`${orders.cancelled_at} is not null or ${orders.deleted_at} is not null`.mapWith(Boolean).as("is_cancelled"),
      requester: personName(users).as("requester"),
      company: accounts.name
    },
    line: {
      id: orderLines.id,
      product_id: orderLines.product_id,
      product_name: orderLines.product_name,
      decoration: orderLines.decoration,
      is_size_selected: orderLines.is_size_selected
    },
    quantity: sql108`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as("quantity"),
    short_description_1: products.short_description_1,
    short_description_2: products.short_description_2,
    description: products.description
  }).from(orders).innerJoin(accounts, eq129(accounts.id, orders.account_id)).innerJoin(users, eq129(users.id, orders.requester_id)).leftJoin(orderLines, and89(eq129(orderLines.order_id, orders.id), eq129(orderLines.employee_id, sql108.placeholder("employee_id")))).leftJoin(products, eq129(products.id, orderLines.product_id)).where(eq129(orders.id, sql108.placeholder("order_id"))).orderBy(asc41(orderLines.id))
);
async function openedOf(ctx, { order_id, wearer }) {
  const rows2 = await linesOfLink(ctx.db, { order_id, employee_id: wearer.id });
  const { order } = found(rows2[0]);
  const lines2 = rows2.flatMap(({ line: line2, quantity: quantity2, short_description_1, short_description_2, description }) => {
    const brief2 = [short_description_1, short_description_2].filter(Boolean).join(". ");
    return line2 ? [{ ...line2, quantity: quantity2, description: brief2 || (description ?? "") }] : [];
  });
  const unsized = lines2.filter(({ is_size_selected }) => !is_size_selected);
  const missing4 = unsized.filter(({ quantity: quantity2 }) => quantity2 > 0);
  const is_cancelled = order.is_cancelled || unsized.length > 0 && missing4.length === 0;
  return { order, missing: missing4, is_cancelled };
}
async function readLink(ctx, link) {
  const opened = await openedOf(ctx, link);
  const why = deadLink({ expires_at: link.expires_at, is_cancelled: opened.is_cancelled, missing: opened.missing.length }, ctx.now);
  if (why) throw dead(why);
  return opened;
}
var under = (token, pictures) => pictures.map(({ url }) => ({ url: url.replace(/^\/files\//, `/api/sizes/${token}/pictures/`) }));
async function linesOf4(ctx, link, token, { order, missing: missing4 }) {
  const offers = await sizesFor(
    ctx,
    order,
    link.wearer.id,
    missing4.map(({ product_id }) => product_id)
  );
  const styles = new Map((await stylesOf(ctx, offers)).map((style4) => [style4.id, style4]));
  const kept = new Map((await sizesKept(ctx, link.wearer.id)).map((size) => [size.style_id, size]));
  return missing4.map(({ id: id9, product_id, product_name, quantity: quantity2, decoration: decoration2, description }) => {
    const style4 = styles.get(product_id);
    return {
      id: id9,
      product_id,
      product_name,
      quantity: quantity2,
      decoration: decoration2,
      description,
      media: under(token, style4?.media ?? []),
      colours: style4?.colours ?? [],
      sizes: (style4?.children ?? []).map((size) => ({
        id: size.id,
        sku: size.sku,
        attributes: size.attributes,
        media: under(token, size.media)
      })),
      size_on_file: kept.get(product_id) ?? null
    };
  });
}
async function linkView(ctx, link, token) {
  const opened = await readLink(ctx, link);
  const { id: id9, requester: requester3, company } = opened.order;
  return {
    wearer: { name: link.wearer.name },
    order_number: orderNumber(id9),
    requester: requester3,
    company,
    expires_at: link.expires_at,
    lines: await linesOf4(ctx, link, token, opened)
  };
}
async function linesLeft(ctx, link, token) {
  const opened = await openedOf(ctx, link);
  return opened.missing.length ? linesOf4(ctx, link, token, opened) : [];
}
async function enforcePicture(ctx, link, hash3) {
  const { order, missing: missing4 } = await readLink(ctx, link);
  const offers = await sizesFor(
    ctx,
    order,
    link.wearer.id,
    missing4.map(({ product_id }) => product_id)
  );
  const url = `/files/${hash3}`;
  const shown2 = (await stylesOf(ctx, offers)).some((style4) => [style4, ...style4.children].some(({ media: media3 }) => media3.some((one2) => one2.url === url)));
  if (!shown2) throw notFound();
}

// server/sizes/choose-by-link.ts
async function store(ctx, chosen2) {
  const values = sql109.join(
    chosen2.map(
      ({ id: id9, product_id, product_name, unit_price, vat_rate }) => sql109`(cast(${id9} as bigint), cast(${product_id} as bigint), cast(${product_name} as text), cast(${unit_price} as bigint), cast(${vat_rate} as integer))`
    ),
    sql109`, `
  );
  await run(
    ctx.db,
    sql109`with change (line_id, product_id, product_name, unit_price, vat_rate) as (values ${values})
      update order_lines set product_id = change.product_id, product_name = change.product_name, unit_price = change.unit_price,
        vat_rate = change.vat_rate, is_size_selected = true, version = version + 1
      from change where change.line_id = order_lines.id`
  );
}
async function chooseByLink(ctx, link, { lines: given2 }) {
  await readLink(ctx, link);
  const order = await findOrder(ctx, link.order_id, { lock: true });
  const { missing: missing4 } = await readLink(ctx, link);
  const waiting2 = new Set(missing4.map(({ id: id9 }) => id9));
  const held3 = await locked(
    ctx.db.select().from(orderLines).where(and90(eq130(orderLines.order_id, order.id), eq130(orderLines.employee_id, link.wearer.id), sql109`not ${orderLines.is_size_selected}`))
  );
  const faults2 = {};
  const choices3 = [];
  for (const [n, { id: id9, product_id }] of given2.entries()) {
    const line2 = waiting2.has(id9) ? held3.find((one2) => one2.id === id9) : void 0;
    if (!line2) faults2[`lines.${n}.id`] = messages.not_your_line;
    else if (choices3.some((other) => other.line.id === id9)) faults2[`lines.${n}.id`] = messages.chosen_twice;
    else choices3.push({ line: line2, product_id, n });
  }
  const results = await chosenSizes(ctx, order, link.wearer.id, choices3);
  const chosen2 = [];
  for (const [i, { line: line2, n }] of choices3.entries()) {
    const result2 = results[i];
    if (typeof result2 === "object") chosen2.push({ ...result2, id: line2.id });
    else faults2[`lines.${n}.product_id`] = result2 ?? messages.unknown_product;
  }
  if (Object.keys(faults2).length) throw invalid(faults2);
  await store(ctx, chosen2);
  await refreshStatus(ctx, [order.id]);
  await auditEach(
    ctx,
    "order_line.size_chosen",
    chosen2.map(({ id: id9, product_id, unit_price }, i) => ({
      on: { type: "order_line", id: id9 },
      before: { product_id: choices3[i]?.line.product_id, unit_price: choices3[i]?.line.unit_price },
      after: { product_id, unit_price, by: "link" }
    }))
  );
  await tellSizesIn(ctx, order);
}

// server/sizes/routes.ts
var tokenParam = z93.object({ token: z93.string().max(200) });
var pictureParam = tokenParam.extend({ hash: z93.string().regex(/^[0-9a-f]{64}$/) });
var left = z93.object({ lines: linkSchema.shape.lines.describe("What still wants a size") });
async function enterByLink(c2, token) {
  const link = await openLink(c2.get("services"), token, addressOf2(c2));
  c2.set("actor", link.wearer);
  c2.header("Cache-Control", "no-store");
  c2.header("Referrer-Policy", "no-referrer");
  return link;
}
var sizeRoutes = new Hono26().get("/:token", describe("The lines that a link opens, without signing in", linkSchema, "sizes"), valid("param", tokenParam), async (c2) => {
  const { token } = c2.req.valid("param");
  const link = await enterByLink(c2, token);
  return c2.json(await linkView(reading(c2), link, token));
}).put(
  "/:token",
  describe("Choose sizes by a link, without signing in", left, "sizes"),
  valid("param", tokenParam),
  valid("json", chooseSizes),
  async (c2) => {
    const { token } = c2.req.valid("param");
    const link = await enterByLink(c2, token);
    return c2.json(
      await write(c2, async (ctx) => {
        await chooseByLink(ctx, link, c2.req.valid("json"));
        return { lines: await linesLeft(ctx, link, token) };
      })
    );
  }
).get(
  "/:token/pictures/:hash",
  describe("A picture of what a link opens, without signing in", void 0, "sizes"),
  valid("param", pictureParam),
  async (c2) => {
    const { token, hash: hash3 } = c2.req.valid("param");
    const link = await enterByLink(c2, token);
    await enforcePicture(reading(c2), link, hash3);
    const { type, size, bytes } = await findFile(reading(c2), hash3);
    c2.header("Cache-Control", "private, max-age=31536000, immutable");
    c2.header("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    c2.header("Content-Type", type);
    c2.header("Content-Length", String(size));
    return c2.body(bytes());
  }
);
var orderSizeRoutes = new Hono26().get(
  "/:uuid/missing-sizes",
  signedIn,
  describe("Whose sizes are missing on an order, and when they were asked", missingSizesSchema, "sizes"),
  valid("param", uuidParam),
  async (c2) => c2.json(await missingSizes(reading(c2), c2.req.valid("param").uuid))
).post(
  "/:uuid/ask-for-sizes",
  signedIn,
  describe("Ask wearers again for their missing sizes", askedSchema, "sizes"),
  valid("param", uuidParam),
  valid("json", askForSizes2),
  async (c2) => c2.json(await write(c2, (ctx) => askAgain(ctx, c2.req.valid("param").uuid, c2.req.valid("json").employees)))
);
var employeeSizeRoutes = new Hono26().get(
  "/:id/sizes",
  signedIn,
  describe("What a wearer last kept of each style", sizesOnFileSchema, "sizes"),
  valid("param", idParam),
  async (c2) => c2.json(await sizesOnFile(reading(c2), c2.req.valid("param").id))
);

// server/stock/routes.ts
import { Hono as Hono27 } from "hono";
import { z as z95 } from "zod";

// server/stock/stock-check-queries.ts
import { and as and91, count as count16, desc as desc16, eq as eq131, isNull as isNull51, or as or26, sql as sql110 } from "drizzle-orm";
import { z as z94 } from "zod";
var stockChecksQuery = listQuery({ orderBy: ["opened_at"], default: "opened_at", sortedBy: "desc", per_page: 50 });
var stockCheck = z94.object({
  id: z94.int(),
  product: z94.object({ id: z94.int(), sku: z94.string(), name: z94.string(), bin: z94.string().nullable() }),
  qty_short: z94.int(),
  code: z94.string().nullable(),
  other_reason: z94.string().nullable(),
  order: z94.object({ uuid: z94.string(), order_number: z94.string() }).nullable(),
  opened_at: z94.string(),
  opened_by: z94.string().nullable()
});
async function listStockChecks(ctx, query) {
  const where = and91(
    isNull51(stockChecks.closed_at),
    query.search ? or26(contains(products.sku, query.search), contains(products.name, query.search)) : void 0
  );
  const [total3] = await ctx.db.select({ n: count16() }).from(stockChecks).innerJoin(products, eq131(products.id, stockChecks.product_id)).where(where);
  const page2 = await ctx.db.select({
    id: stockChecks.id,
    product: { id: products.id, sku: products.sku, name: products.name, bin: products.bin },
    qty_short: stockChecks.qty_short,
    code: stockChecks.code,
    other_reason: stockChecks.other_reason,
    order_id: orders.id,
    uuid: orders.uuid,
    opened_at: stockChecks.opened_at,
    opened_by: sql110`trim(${users.forenames} || ' ' || ${users.surname})`
  }).from(stockChecks).innerJoin(products, eq131(products.id, stockChecks.product_id)).leftJoin(pickLines, eq131(pickLines.id, stockChecks.pick_line_id)).leftJoin(orderLines, eq131(orderLines.id, pickLines.order_line_id)).leftJoin(orders, eq131(orders.id, orderLines.order_id)).leftJoin(users, eq131(users.id, stockChecks.opened_by)).where(where).orderBy(query.sortedBy === "asc" ? stockChecks.id : desc16(stockChecks.id)).limit(query.per_page).offset((query.page - 1) * query.per_page);
  const items = page2.map(({ order_id, uuid, ...check4 }) => ({
    ...check4,
    order: order_id === null || uuid === null ? null : { uuid, order_number: orderNumber(order_id) }
  }));
  return pageOf(items, query, total3?.n ?? 0);
}

// server/stock/routes.ts
var most2 = 100;
var skuQuery = z95.object({
  sku: z95.union([z95.string(), z95.array(z95.string())]).transform((sent) => [...new Set([sent].flat().flatMap((skus) => skus.split(",")))].map((sku2) => sku2.trim()).filter(Boolean)).pipe(z95.array(z95.string().max(80)).min(1, messages.sku_needed).max(most2))
});
var stockRoutes = new Hono27().get(
  "/stock",
  signedIn,
  describe("What there is of up to 100 SKUs (sku=A,B or sku=A&sku=B)", z95.object({ items: z95.array(stockRow) }), "stock"),
  valid("query", skuQuery),
  async (c2) => {
    authorize(policy.count_stock(c2.get("actor")));
    return c2.json({ items: await stockOfSkus(reading(c2), c2.req.valid("query").sku) });
  }
).get(
  "/stock/checks",
  signedIn,
  describe("Picking anomalies that nobody has counted since", pageSchema(stockCheck), "stock"),
  valid("query", stockChecksQuery),
  async (c2) => {
    authorize(policy.count_stock(c2.get("actor")));
    return c2.json(await listStockChecks(reading(c2), c2.req.valid("query")));
  }
).put(
  "/products/:id",
  signedIn,
  describe("Count the stock of a product; 202 where a super has to confirm the count", countedStock, "stock"),
  valid("param", idParam),
  valid("json", countStock),
  async (c2) => {
    const { id: id9 } = c2.req.valid("param");
    const { value: value2 } = c2.req.valid("json");
    const statusOf = ({ count_request }) => count_request ? 202 : 200;
    const counted2 = await write(c2, (ctx) => countStock2(ctx, id9, value2), statusOf);
    return c2.json(counted2, statusOf(counted2));
  }
);

// server/sync/routes.ts
import { Hono as Hono28 } from "hono";
import { streamSSE as streamSSE2 } from "hono/streaming";
import { z as z100 } from "zod";
init_wire();

// server/sync/set-pin.ts
import { eq as eq132 } from "drizzle-orm";
import { z as z97 } from "zod";

// shared/sync/pin.ts
import { z as z96 } from "zod";
var pin = z96.string().regex(/^\d{4,8}$/);
var ROUNDS = 3e5;
var BYTES = 32;
var hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
async function derive(digits, salt, iterations) {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(digits), "PBKDF2", false, ["deriveBits"]);
  return hex(new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, BYTES * 8)));
}
async function hashPin(digits, salt = crypto.getRandomValues(new Uint8Array(16))) {
  return `pbkdf2-sha256:${ROUNDS}:${hex(salt)}:${await derive(digits, salt, ROUNDS)}`;
}

// server/sync/set-pin.ts
var setPinBody = z97.object({ pin: pin.nullable(), current_password: z97.string().max(200) });
async function preparePin(ctx, { pin: digits, current_password }) {
  authorize(policy.use_floor(ctx.actor));
  const [user] = await ctx.db.select({ password_hash: users.password_hash }).from(users).where(eq132(users.id, ctx.actor.id));
  if (!await checkPassword(user?.password_hash, current_password)) throw invalid({ current_password: messages.password_wrong });
  return digits === null ? null : hashPin(digits);
}
async function setPin(ctx, pin_hash) {
  authorize(policy.use_floor(ctx.actor));
  await ctx.db.update(users).set({ pin_hash }).where(eq132(users.id, ctx.actor.id));
  await audit(ctx, pin_hash ? "pin.set" : "pin.removed", { type: "user", id: ctx.actor.id });
  return { has_pin: pin_hash !== null };
}

// server/sync/sync.ts
import { setImmediate } from "node:timers/promises";

// server/sync/device.ts
import { timingSafeEqual as timingSafeEqual2 } from "node:crypto";
import { and as and92, eq as eq133, sql as sql111 } from "drizzle-orm";
var SEEN_EVERY = 5 * 6e4;
var deviceWithUser = prepared(
  "sync_device",
  (db) => db.select({ secret_hash: syncDevices.secret_hash, last_seen_at: syncDevices.last_seen_at, user_id: syncDeviceUsers.user_id }).from(syncDevices).leftJoin(syncDeviceUsers, and92(eq133(syncDeviceUsers.device, syncDevices.device), eq133(syncDeviceUsers.user_id, sql111.placeholder("user_id")))).where(eq133(syncDevices.device, sql111.placeholder("device")))
);
var isSecret = (hash3, secret) => timingSafeEqual2(Buffer.from(hash3), Buffer.from(hashToken(secret)));
async function admitDevice(ctx, { device: device2, device_name, secret, lost }) {
  authorize(policy.use_floor(ctx.actor));
  const { database } = ctx.services;
  const known2 = (await deviceWithUser(ctx.db, { device: device2, user_id: ctx.actor.id }))[0];
  const isFresh = known2 && Date.parse(ctx.now) - Date.parse(known2.last_seen_at) < SEEN_EVERY;
  if (known2 && !isSecret(known2.secret_hash, secret)) throw deviceRefused();
  if (isFresh && known2.user_id !== null && !lost) return;
  await database.unitOfWork(async (db) => {
    const named7 = device_name ? { name: device_name } : {};
    await db.insert(syncDevices).values({ device: device2, secret_hash: hashToken(secret), ...named7, created_at: ctx.now, last_seen_at: ctx.now }).onConflictDoUpdate({ target: syncDevices.device, set: { last_seen_at: ctx.now, ...named7 } });
    const stored = (await deviceWithUser(db, { device: device2, user_id: ctx.actor.id }))[0];
    if (!stored || !isSecret(stored.secret_hash, secret)) throw deviceRefused();
    await db.insert(syncDeviceUsers).values({ device: device2, user_id: ctx.actor.id, first_at: ctx.now }).onConflictDoNothing();
    if (lost) {
      await db.insert(syncLosses).values({ m: crypto.randomUUID(), device: device2, lost_device: lost.device, n: lost.n, since: lost.since, bearer_id: ctx.actor.id, at: ctx.now }).onConflictDoNothing();
    }
  });
}
var deviceRefused = () => new Problem(403, { message: messages.device_secret, code: "device_secret" });

// server/sync/epoch.ts
import { randomUUID as randomUUID3 } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join as join4 } from "node:path";
import { sql as sql116 } from "drizzle-orm";
import { z as z99 } from "zod";

// server/sync/clock.ts
import { sql as sql112 } from "drizzle-orm";
var stamped = [
  "picks",
  "pick_lines",
  "products",
  "users",
  "dispatches",
  "error_codes",
  "shelf_tasks",
  "bags",
  "sync_device_users",
  "sync_devices"
];
var missing3 = () => new Error("The sync clock is missing: the database is not migrated.");
var clockRow = prepared(
  "sync_clock",
  (db) => db.select({
    epoch: syncClock.epoch,
    forgotten_v: syncClock.forgotten_v,
    next_v: sql112`${nextVersion}`.mapWith(Number),
    limit_v: sql112`${versionLimit}`.mapWith(Number)
  }).from(syncClock).orderBy(syncClock.id).limit(1)
);
async function readClock(db) {
  const [clock] = await clockRow(db);
  if (!clock) throw missing3();
  return clock;
}
var newest = sql112.join(
  [...stamped, "sync_tombstones"].map((table2) => sql112`select max(v) as v from ${sql112.identifier(table2)}`),
  sql112` union all `
);
var versionRow = prepared(
  "sync_floor_version",
  (db) => db.select({
    epoch: syncClock.epoch,
    v: sql112`(select coalesce(max(v), 0) + 1 from (${newest} union all select max(entered_v) from floor_orders) newest)`.mapWith(Number)
  }).from(syncClock).orderBy(syncClock.id).limit(1)
);
async function floorVersion(db) {
  const [found2] = await versionRow(db);
  if (!found2) throw missing3();
  return found2;
}

// server/sync/pull.ts
import { and as and95, eq as eq136, isNull as isNull53, sql as sql115 } from "drizzle-orm";
import { z as z98 } from "zod";
init_rows();
init_wire();

// server/sync/floor-rows.ts
import { and as and93, eq as eq134, sql as sql113 } from "drizzle-orm";
var NEVER = Number.MAX_SAFE_INTEGER;
var since = sql113.placeholder("since");
var entered = sql113.placeholder("entered");
var after2 = sql113.placeholder("after");
var upto = sql113.placeholder("upto");
var isOpen = sql113`${picks.state} not in ('shipped', 'closed')`;
var openRound4 = sql113`round.state not in ('shipped', 'closed')`;
var inPage = sql113`+round.order_id > ${after2} and +round.order_id <= ${upto}`;
var ofEntered = sql113`
  from floor_orders cross join picks round
  where floor_orders.entered_v >= ${entered} and round.order_id = floor_orders.order_id and ${openRound4} and ${inPage}`;
var sentPicks = sql113`
  select round.id ${ofEntered}
  union all select round.id from picks round where round.v >= ${since} and ${openRound4} and ${inPage}`;
var sentLines = sql113`
  select line.id from floor_orders cross join picks round cross join pick_lines line
    where floor_orders.entered_v >= ${entered} and round.order_id = floor_orders.order_id and ${openRound4} and ${inPage} and line.pick_id = round.id
  union all select line.id from pick_lines line cross join picks round
    where line.v >= ${since} and round.id = line.pick_id and ${openRound4} and ${inPage}`;
var lastOfPage = prepared(
  "sync_last_of_page",
  (db) => db.select({ order_id: orders.id }).from(orders).where(
    sql113`${orders.id} in (
        select order_id from floor_orders where entered_v >= ${entered} and +order_id > ${after2}
        union all select round.order_id from picks round where round.v >= ${since} and ${openRound4} and +round.order_id > ${after2}
        union all select round.order_id from pick_lines line cross join picks round
          where line.v >= ${since} and round.id = line.pick_id and ${openRound4} and +round.order_id > ${after2})`
  ).orderBy(orders.id).limit(1).offset(sql113.placeholder("skip"))
);
async function endOfPage(db, page2, size) {
  const [beyond] = await lastOfPage(db, { ...page2, skip: size });
  if (!beyond) return null;
  const [last] = await lastOfPage(db, { ...page2, skip: size - 1 });
  return last?.order_id ?? null;
}
var nameOf = (person6) => sql113`trim(${person6.forenames} || ' ' || ${person6.surname})`;
var lastPicker2 = alias(users, "last_picker");
var pickRows = prepared(
  "sync_picks",
  (db) => db.select({
    id: picks.id,
    order_id: picks.order_id,
    uuid: orders.uuid,
    account_id: orders.account_id,
    account_name: accounts.name,
    account_logo_url: sql113`(select '/files/' || files.hash from files where files.id = ${accounts.logo_file_id})`,
    site_id: orders.delivery_site_id,
    site_name: sites.name,
    site_reference: sites.reference_1,
    state: sql113`${picks.state}`,
    picker_id: picks.picker_id,
    picker_name: nameOf(users),
    is_frozen: orders.is_frozen,
    frozen_reason: orders.frozen_reason,
    is_sample: orders.is_sample,
    skip_dispatch: orders.skip_dispatch,
    customer_notes: orders.customer_notes,
    tote: picks.tote,
    wearer_count: sql113`(select count(*) from order_employees where order_id = ${picks.order_id})`.mapWith(Number),
    submitted_at: orders.submitted_at,
    released_at: picks.released_at,
    started_at: picks.started_at,
    claimed_at: picks.claimed_at,
    paused_at: picks.paused_at,
    handed_over_at: picks.handed_over_at,
    handed_over_name: sql113`trim(${lastPicker2.forenames} || ' ' || ${lastPicker2.surname})`,
    picked_at: picks.picked_at,
    booked_at: picks.booked_at,
    // As a dispatch takes it, so that a tablet groups orders by the same places.
    delivery_address: sql113`coalesce(${orders.delivery_address}, ${sites.delivery_address})`.mapWith(orders.delivery_address),
    contact_name: orders.contact_name,
    contact_phone: orders.contact_phone
  }).from(picks).innerJoin(orders, eq134(orders.id, picks.order_id)).innerJoin(accounts, eq134(accounts.id, orders.account_id)).leftJoin(sites, eq134(sites.id, orders.delivery_site_id)).leftJoin(users, eq134(users.id, picks.picker_id)).leftJoin(lastPicker2, eq134(lastPicker2.id, picks.handed_over_by)).where(sql113`${picks.id} in (${sentPicks})`).orderBy(picks.id)
);
var lineRows = prepared(
  "sync_pick_lines",
  (db) => db.select({
    id: pickLines.id,
    pick_id: pickLines.pick_id,
    order_line_id: pickLines.order_line_id,
    employee_id: orderLines.employee_id,
    product_id: pickLines.product_id,
    product_name: orderLines.product_name,
    decoration: orderLines.decoration,
    notes: orderLines.notes,
    qty_requested: orderLines.qty_requested,
    qty_allocated: pickLines.qty_allocated,
    qty_picked: pickLines.qty_picked,
    code: pickLines.code,
    other_reason: pickLines.other_reason,
    picked_by: pickLines.picked_by,
    picked_at: pickLines.picked_at,
    fact_version: pickLines.fact_version,
    prep_ticked_at: pickLines.prep_ticked_at
  }).from(pickLines).innerJoin(orderLines, eq134(orderLines.id, pickLines.order_line_id)).where(sql113`${pickLines.id} in (${sentLines})`).orderBy(pickLines.id)
);
var wearerRows = prepared(
  "sync_wearers",
  (db) => db.select({ id: users.id, name: nameOf(users), employee_number: users.employee_number }).from(users).where(
    sql113`${users.id} in (
        select worn.employee_id from pick_lines sent cross join order_lines worn where sent.id in (${sentLines}) and worn.id = sent.order_line_id
        union all select person.id from users person where person.v >= ${since} and exists (
          select 1 from order_lines worn join picks round on round.order_id = worn.order_id and ${openRound4}
          where worn.employee_id = person.id and ${inPage}))`
  ).orderBy(users.id)
);
var style3 = alias(products, "style");
var productRows = prepared(
  "sync_products",
  (db) => db.select({
    id: products.id,
    sku: products.sku,
    name: sql113`coalesce(${style3.name}, ${products.name})`,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    bin: products.bin,
    barcode: products.barcode,
    picture_url: sql113`(
        select '/files/' || files.hash from product_media join files on files.id = product_media.file_id
        where product_media.product_id in (${products.id}, ${products.parent_id})
        order by case when product_media.product_id = ${products.id} then 0 else 1 end, product_media.position limit 1)`
  }).from(products).leftJoin(style3, eq134(style3.id, products.parent_id)).where(
    sql113`${products.id} in (
        select sent.product_id from pick_lines sent where sent.id in (${sentLines})
        union all select changed.id from products changed where changed.v >= ${since} and +changed.id in (
          select line.product_id from floor_orders cross join picks round cross join pick_lines line
          where round.order_id = floor_orders.order_id and ${openRound4} and ${inPage} and line.pick_id = round.id))`
  ).orderBy(products.id)
);
var bagRows = prepared(
  "sync_bags",
  (db) => db.select({ pick_id: bags.pick_id, employee_id: bags.employee_id, label_printed_at: bags.label_printed_at }).from(bags).innerJoin(picks, and93(eq134(picks.id, bags.pick_id), isOpen)).where(
    sql113`(${bags.v} >= ${since} or ${bags.pick_id} in (select round.id ${ofEntered}))
        and +${picks.order_id} > ${after2} and +${picks.order_id} <= ${upto}`
  ).orderBy(sql113`+${bags.pick_id}`, bags.employee_id)
);
async function floorRows(db, page2) {
  const values = { ...page2 };
  return {
    picks: await pickRows(db, values),
    lines: await lineRows(db, values),
    wearers: await wearerRows(db, values),
    products: await productRows(db, values),
    bags: await bagRows(db, values)
  };
}

// server/sync/other-rows.ts
import { createHash as createHash3 } from "node:crypto";
import { and as and94, eq as eq135, gte as gte5, isNull as isNull52, sql as sql114 } from "drizzle-orm";
var since2 = sql114.placeholder("since");
var name3 = sql114`trim(${users.forenames} || ' ' || ${users.surname})`;
var selectDispatches = (db) => db.select({
  id: dispatches.id,
  state: dispatches.state,
  account_id: dispatches.account_id,
  account_name: accounts.name,
  site_name: sites.name,
  is_consolidated: dispatches.is_consolidated,
  service_key: dispatches.service_key,
  carrier: dispatches.carrier,
  total_weight: dispatches.total_weight,
  total_items: dispatches.total_items,
  mark_as_shipped: dispatches.mark_as_shipped,
  delivery_address: dispatches.delivery_address,
  contact_name: dispatches.contact_name,
  contact_email: dispatches.contact_email,
  contact_phone: dispatches.contact_phone,
  tracking_number: consignments.tracking_number,
  consignment_number: consignments.consignment_number,
  booking_error: dispatches.booking_error,
  created_at: dispatches.created_at,
  version: dispatches.version
}).from(dispatches).innerJoin(accounts, eq135(accounts.id, dispatches.account_id)).leftJoin(sites, eq135(sites.id, dispatches.site_id)).leftJoin(consignments, eq135(consignments.dispatch_id, dispatches.id));
var awaitingDispatches = prepared(
  "sync_dispatches",
  (db) => selectDispatches(db).where(sql114`${dispatches.state} in ('requested', 'booking', 'failed')`).orderBy(dispatches.id)
);
var changedDispatches = prepared("sync_dispatches_since", (db) => selectDispatches(db).where(gte5(dispatches.v, since2)).orderBy(dispatches.id));
var ordersOfDispatches = prepared(
  "sync_dispatch_orders",
  (db) => db.select({ dispatch_id: dispatchOrders.dispatch_id, order_id: orders.id, uuid: orders.uuid }).from(dispatchOrders).innerJoin(orders, eq135(orders.id, dispatchOrders.order_id)).where(among(dispatchOrders.dispatch_id, sql114.placeholder("dispatches"))).orderBy(dispatchOrders.dispatch_id, orders.id)
);
async function dispatchChanges(db, v) {
  const found2 = v === null ? await awaitingDispatches(db) : await changedDispatches(db, { since: v });
  const waiting2 = found2.filter(({ state }) => state === "requested" || state === "booking" || state === "failed");
  const carried2 = waiting2.length ? await ordersOfDispatches(db, { dispatches: idList(waiting2.map(({ id: id9 }) => id9)) }) : [];
  const ordersOf = /* @__PURE__ */ new Map();
  for (const { dispatch_id, order_id, uuid } of carried2) {
    ordersOf.set(dispatch_id, [...ordersOf.get(dispatch_id) ?? [], { uuid, order_number: orderNumber(order_id) }]);
  }
  return {
    put: waiting2.map(({ state, ...row2 }) => ({
      ...row2,
      state,
      dispatch_number: dispatchNumber(row2.id),
      orders: ordersOf.get(row2.id) ?? []
    })),
    del: found2.filter((row2) => !waiting2.includes(row2)).map(({ id: id9 }) => id9)
  };
}
var reasonsSince = prepared(
  "sync_error_codes",
  (db) => db.select({ id: errorCodes.id, code: errorCodes.code, description: errorCodes.description, requires_input: errorCodes.requires_input }).from(errorCodes).where(gte5(errorCodes.v, since2)).orderBy(errorCodes.id)
);
var reasonRows = (db, v) => reasonsSince(db, { since: v ?? 0 });
var device = sql114.placeholder("device");
var staffSince = prepared(
  "sync_staff",
  (db) => db.select({
    id: users.id,
    name: name3,
    role: users.role,
    pin_hash: sql114`case when ${syncDeviceUsers.user_id} is not null then ${users.pin_hash} end`,
    is_here: sql114`case when ${users.deleted_at} is null and not ${users.is_disabled} and ${users.role} <> 'embroiderer' then 1 else 0 end`
  }).from(users).leftJoin(syncDeviceUsers, and94(eq135(syncDeviceUsers.user_id, users.id), eq135(syncDeviceUsers.device, device))).where(and94(isNull52(users.account_id), sql114`(${users.v} >= ${since2} or ${syncDeviceUsers.v} >= ${since2})`)).orderBy(users.id)
);
async function staffChanges(db, of, v) {
  const found2 = await staffSince(db, { device: of, since: v ?? 0 });
  const gone2 = v === null ? [] : found2.filter((row2) => !row2.is_here).map(({ id: id9 }) => id9);
  const put = found2.filter((row2) => row2.is_here).map(({ is_here: _, ...row2 }) => ({ ...row2, role: row2.role }));
  return { put, del: gone2 };
}
var tasksSince = prepared(
  "sync_shelf_tasks",
  (db) => db.select({
    id: shelfTasks.id,
    pick_line_id: shelfTasks.pick_line_id,
    product_id: shelfTasks.product_id,
    sku: products.sku,
    product_name: products.name,
    variation_colour: products.variation_colour,
    colour_hex: products.colour_hex,
    variation_size_1: products.variation_size_1,
    variation_size_2: products.variation_size_2,
    variation_all_size: products.variation_all_size,
    barcode: products.barcode,
    bin: products.bin,
    order_id: shelfTasks.order_id,
    device: shelfTasks.device,
    qty: shelfTasks.qty,
    reason: shelfTasks.reason,
    created_at: shelfTasks.created_at,
    done_at: shelfTasks.done_at
  }).from(shelfTasks).innerJoin(products, eq135(products.id, shelfTasks.product_id)).where(sql114`${shelfTasks.v} >= ${since2} and (${shelfTasks.done_at} is null or ${since2} > 0)`).orderBy(shelfTasks.id)
);
async function shelfTaskChanges(db, v) {
  const found2 = await tasksSince(db, { since: v ?? 0 });
  return {
    put: found2.filter((row2) => !row2.done_at && row2.qty > 0).map(({ done_at: _, order_id, variation_size_1, variation_size_2, variation_all_size, ...row2 }) => ({
      ...row2,
      size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
      order_number: orderNumber(order_id)
    })),
    del: v === null ? [] : found2.filter((row2) => row2.done_at || row2.qty === 0).map(({ id: id9 }) => id9)
  };
}
var tombstonesSince = prepared(
  "sync_tombstones",
  (db) => db.select({ kind: syncTombstones.kind, key: syncTombstones.key }).from(syncTombstones).where(gte5(syncTombstones.v, since2)).orderBy(syncTombstones.id)
);
async function tombstones(db, v) {
  const gone2 = await tombstonesSince(db, { since: v });
  const keys2 = (kind) => gone2.filter((row2) => row2.kind === kind).map(({ key }) => key);
  return { pick: keys2("pick"), pick_line: keys2("pick_line").map(Number), error_code: keys2("error_code").map(Number) };
}
var servicesOf = /* @__PURE__ */ new WeakMap();
function serviceRows(settings) {
  const known2 = servicesOf.get(settings);
  if (known2) return known2;
  const rows2 = shipping_services_default.groups.flatMap(
    ({ name: carrier2, services: services3 }) => services3.map((service) => ({
      service_key: service.service_key,
      carrier: carrier2,
      name: service.name,
      default_weight: Math.min(settings.DEFAULT_BOX_WEIGHT_KG, service.max_weight_kg ?? Number.POSITIVE_INFINITY),
      default_items: settings.DEFAULT_BOX_COUNT
    }))
  );
  const services2 = { rows: rows2, mark: createHash3("sha256").update(JSON.stringify(rows2)).digest("hex").slice(0, 8) };
  servicesOf.set(settings, services2);
  return services2;
}

// server/sync/pull.ts
var SCOPE = "floor";
var position = cursor.extend({
  /** Which services the tablet has. */
  mark: z98.string().optional(),
  /** Set while pages are on their way; `end` asks for what changed since the first page of a full pull. */
  paging: z98.enum(["full", "delta", "end"]).optional(),
  /** The last order of the page before. */
  after: z98.int().nonnegative().optional(),
  /** Where a delta of several pages began. */
  since: z98.int().nonnegative().optional()
});
var isPaging = (cursor2) => position.safeParse(cursor2).data?.paging !== void 0;
var openOutcomes = prepared(
  "sync_open_outcomes",
  (db) => db.select({
    m: syncOutcomes.m,
    n: syncOutcomes.n,
    outcome: syncOutcomes.outcome,
    code: syncOutcomes.code,
    server: syncOutcomes.server,
    at: syncOutcomes.at,
    root_m: syncOutcomes.root_m
  }).from(syncOutcomes).where(
    and95(
      eq136(syncOutcomes.device, sql115.placeholder("device")),
      sql115`${syncOutcomes.outcome} in ('conflict', 'rejected')`,
      isNull53(syncOutcomes.resolved_at)
    )
  ).orderBy(syncOutcomes.at, syncOutcomes.s)
);
var openOutcomesOf = async (db, device2) => await openOutcomes(db, { device: device2 });
async function pull(db, { device: device2, cursor: cursor2, sight: { clock, lm, last_m }, settings, asks_last_m }) {
  const services2 = serviceRows(settings);
  const at = standing(cursor2, clock);
  const full2 = at === null || at.paging === "full";
  const after3 = at?.after ?? 0;
  const isFirst = at?.after === void 0;
  const begin = at?.since ?? at?.v ?? 0;
  const page2 = full2 ? { since: NEVER, entered: 0, after: after3 } : { since: begin, entered: begin, after: after3 };
  const isIdle = !full2 && (clock.limit_v <= begin || (await floorVersion(db)).v <= begin);
  const end = isIdle ? null : await endOfPage(db, page2, settings.SYNC_PAGE_ORDERS);
  const patch2 = isIdle ? {} : await floorPatch(db, { ...page2, upto: end ?? NEVER });
  if (isFirst && !isIdle) Object.assign(patch2, await otherPatch(db, device2, full2 ? null : begin, patch2));
  if (isFirst && (full2 || at?.mark !== services2.mark)) patch2.shipping_service = { put: services2.rows, del: [] };
  const v0 = at?.paging === "full" || at?.since !== void 0 ? at.v : clock.next_v;
  const here = { epoch: clock.epoch, scope: SCOPE, v: v0, mark: services2.mark };
  const next2 = nextPosition(here, { full: full2, isFirst, end, begin });
  return {
    cursor: next2,
    full: full2,
    more: next2.paging !== void 0,
    patch: patch2,
    lm,
    ...asks_last_m && { last_m },
    outcomes: await openOutcomesOf(db, device2)
  };
}
function standing(cursor2, clock) {
  const at = position.safeParse(cursor2).data;
  if (!at || at.epoch !== clock.epoch || at.scope !== SCOPE) return null;
  return (at.since ?? at.v) < clock.forgotten_v ? null : at;
}
function nextPosition(here, page2) {
  if (page2.end !== null) {
    return page2.full ? { ...here, paging: "full", after: page2.end } : { ...here, paging: "delta", after: page2.end, since: page2.begin };
  }
  return page2.full && !page2.isFirst ? { ...here, paging: "end" } : here;
}
async function floorPatch(db, page2) {
  const { picks: picks2, lines: lines2, wearers: wearers2, products: products2, bags: bags2 } = await floorRows(db, page2);
  const patch2 = {};
  const put = picks2.map(({ picker_id, picker_name, handed_over_at, handed_over_name, ...pick }) => ({
    ...pick,
    order_number: orderNumber(pick.order_id),
    picker: picker_id === null ? null : { id: picker_id, name: picker_name },
    handed_over: handed_over_at === null ? null : { name: handed_over_name, at: handed_over_at }
  }));
  const picked3 = put.filter(({ state }) => state === "picked" || state === "booked" || state === "awaiting_courier");
  if (put.length) patch2.pick = { put, del: [] };
  if (lines2.length) patch2.pick_line = { put: lines2, del: [] };
  if (wearers2.length) patch2.wearer = { put: wearers2, del: [] };
  if (products2.length) patch2.product = { put: products2, del: [] };
  if (bags2.length) patch2.bag = { put: bags2.map((bag2) => ({ id: bagId(bag2.pick_id, bag2.employee_id), ...bag2 })), del: [] };
  if (picked3.length) {
    const preps = picked3.map(({ id: id9, picker, picked_at, booked_at }) => ({
      pick_id: id9,
      picked_by_name: picker?.name ?? null,
      picked_at,
      booked_at
    }));
    patch2.prep_order = { put: preps, del: [] };
  }
  return patch2;
}
async function otherPatch(db, device2, v, floor) {
  const gone2 = v === null ? { pick: [], pick_line: [], error_code: [] } : await tombstones(db, v);
  const changes = {
    pick: { put: floor.pick?.put ?? [], del: gone2.pick },
    pick_line: { put: floor.pick_line?.put ?? [], del: gone2.pick_line },
    dispatch: await dispatchChanges(db, v),
    error_code: { put: await reasonRows(db, v), del: gone2.error_code },
    staff: await staffChanges(db, device2, v),
    shelf_task: await shelfTaskChanges(db, v)
  };
  return Object.fromEntries(Object.entries(changes).filter(([, { put, del }]) => put.length > 0 || del.length > 0));
}

// server/sync/epoch.ts
var WRITE_EVERY = 2e3;
var markSchema = z99.object({ epoch: z99.string(), v: z99.number() });
var markFile = (services2) => join4(services2.settings.DATA_DIR, "sync-mark.json");
async function readMark(services2) {
  try {
    return markSchema.parse(JSON.parse(await readFile(markFile(services2), "utf8")));
  } catch {
    return null;
  }
}
async function writeMark(services2, mark) {
  const file = markFile(services2);
  await writeFile(`${file}.new`, JSON.stringify(mark));
  await rename(`${file}.new`, file);
}
var countOf = (epoch) => Number(/^(\d{1,9})-/.exec(epoch)?.[1] ?? 0);
async function beginEpoch(db, old, known2) {
  const count17 = Math.max(countOf(old), countOf(known2)) + 1;
  await run(db, sql116`update sync_clock set epoch = ${`${count17}-${randomUUID3().replaceAll("-", "")}`} where epoch = ${old}`);
  for (const table2 of stamped) await run(db, sql116`update ${sql116.identifier(table2)} set v = ${thisVersion} where v > ${thisVersion}`);
  await run(db, sql116`update floor_orders set entered_v = ${thisVersion} where entered_v > ${thisVersion}`);
  await run(db, sql116`update sync_tombstones set v = ${thisVersion} where v > ${thisVersion}`);
  await run(db, sql116`update sync_clock set forgotten_v = ${thisVersion} where forgotten_v > ${thisVersion}`);
}
var renew = (services2, epoch, known2) => services2.database.unitOfWork((db) => beginEpoch(db, epoch, known2));
var renewAfter = (services2, { clock }, request2) => renew(services2, clock.epoch, epochOf(request2) ?? clock.epoch);
var compared = /* @__PURE__ */ new WeakMap();
function compareMark(services2) {
  const known2 = compared.get(services2.database);
  if (known2 !== void 0) return known2;
  const comparing = (async () => {
    const mark = await readMark(services2);
    const clock = await readClock(services2.database.reader);
    if (mark && (mark.epoch !== clock.epoch || mark.v > clock.limit_v)) await renew(services2, clock.epoch, mark.epoch);
  })();
  compared.set(services2.database, comparing);
  return comparing;
}
var epochOf = ({ pull: { cursor: cursor2, epoch } }) => cursor2?.epoch ?? epoch;
function isOtherEpoch({ clock }, request2) {
  const epoch = epochOf(request2);
  return epoch !== void 0 && epoch !== clock.epoch;
}
function provesRestore(sight, request2) {
  const { clock, lm: stored } = sight;
  const epoch = epochOf(request2);
  if (epoch === void 0) return false;
  if (epoch !== clock.epoch) return countOf(epoch) >= countOf(clock.epoch);
  const { cursor: cursor2, lm } = request2.pull;
  if (isPaging(cursor2)) return false;
  return cursor2 !== null && cursor2.v > clock.limit_v || Object.entries(lm).some(([c2, s]) => s > (stored[c2] ?? 0));
}
var written = /* @__PURE__ */ new WeakMap();
function raiseMark(services2, mark) {
  const last = written.get(services2.database) ?? { v: 0, timer: null, epoch: "" };
  written.set(services2.database, last);
  if (mark.epoch === last.epoch && mark.v <= last.v) return;
  Object.assign(last, mark);
  last.timer ??= setTimeout(() => {
    last.timer = null;
    writeMark(services2, { epoch: last.epoch, v: last.v }).catch(
      (error) => services2.log.warn({ err: error }, "the sync mark was not written")
    );
  }, WRITE_EVERY).unref();
}

// server/sync/sight.ts
import { sql as sql117 } from "drizzle-orm";
var clientsNamed = prepared(
  "sync_clients_named",
  (db) => db.select({ c: syncClients.c, device: syncClients.device, lm: syncClients.lm, last_m: syncClients.last_m }).from(syncClients).where(amongTexts(syncClients.c, sql117.placeholder("clients")))
);
async function look(db, { device: device2, push, pull: pull2 }) {
  const clients = [.../* @__PURE__ */ new Set([...Object.keys(pull2.lm), ...push.map(({ c: c2 }) => c2)])];
  const known2 = clients.length ? await clientsNamed(db, { clients: textList(clients) }) : [];
  return {
    clock: await readClock(db),
    lm: Object.fromEntries([...clients.map((c2) => [c2, 0]), ...known2.map(({ c: c2, lm }) => [c2, lm])]),
    last_m: Object.fromEntries(known2.flatMap(({ c: c2, last_m }) => last_m === null ? [] : [[c2, last_m]])),
    is_foreign: known2.some((client) => client.device !== device2)
  };
}

// server/sync/sync.ts
async function sync(ctx, request2) {
  const { services: services2 } = ctx;
  const { device: device2, push } = request2;
  await admitDevice(ctx, request2);
  await compareMark(services2);
  const pushed = push.length ? await takePush(ctx, request2) : nothingTaken;
  if (pushed.halt?.why === "auth") return { ...nothing6(ctx, "auth"), results: pushed.results };
  if (pushed.results.length) services2.changed(device2);
  const pulled = await takePull(services2, request2);
  if (!pulled) return nothing6(ctx, "auth");
  raiseMark(services2, pulled.cursor);
  return { ...pushed, ...pulled, now: ctx.now };
}
var nothingTaken = { results: [], halt: null };
async function takePush(ctx, request2) {
  const sight = await look(ctx.db, request2);
  if (sight.is_foreign) return { results: [], halt: { why: "auth" } };
  const isRestored = provesRestore(sight, request2);
  if (isRestored) await renewAfter(ctx.services, sight, request2);
  return isRestored || isOtherEpoch(sight, request2) ? { results: [], halt: { why: "retry" } } : takeAll(ctx, request2);
}
async function takePull(services2, request2) {
  const read = () => services2.database.snapshot(async (db) => {
    const sight = await look(db, request2);
    if (sight.is_foreign || provesRestore(sight, request2)) return sight;
    const { cursor: cursor2, asks_last_m = false } = request2.pull;
    return pull(db, { device: request2.device, cursor: cursor2, sight, settings: services2.settings, asks_last_m });
  });
  const first = await read();
  if ("patch" in first) return first;
  if (first.is_foreign) return null;
  await renewAfter(services2, first, request2);
  return takePull(services2, request2);
}
async function takeAll(ctx, { device: device2, push }) {
  const results = [];
  for (const mutation of push) {
    try {
      results.push(await takeMutation(ctx, device2, mutation));
    } catch (error) {
      if (error instanceof Halted) return { results, halt: error.halt };
      throw error;
    }
    await setImmediate();
  }
  return { results, halt: null };
}
var nothing6 = ({ now }, why) => ({
  results: [],
  halt: { why },
  cursor: null,
  full: false,
  more: false,
  patch: {},
  lm: {},
  outcomes: [],
  now
});

// server/sync/routes.ts
var HEARTBEAT2 = 15e3;
var syncRoutes = new Hono28().use(signedIn).post(
  "/",
  describe("Send what a tablet has done, and fetch what it has not seen", syncAnswer, "sync"),
  valid("json", envelopeVersion, { takesAnyText: true }),
  async (c2) => {
    const ctx = reading(c2);
    authorize(policy.use_floor(ctx.actor));
    const envelope = c2.req.valid("json");
    if (envelope.pv !== PROTOCOL_VERSION) return c2.json(nothing6(ctx, "upgrade"));
    const request2 = syncRequest.safeParse(envelope);
    if (!request2.success) throw invalid(fieldErrors(request2.error.issues));
    const { push: _, ...around } = request2.data;
    const field = unkept(around);
    if (field) throw invalid({ [field]: messages.unkept_character });
    return c2.json(await sync(ctx, request2.data));
  }
).put(
  "/pin",
  describe("Set or remove the PIN by which one chooses oneself on a shared tablet", z100.object({ has_pin: z100.boolean() }), "sync"),
  valid("json", setPinBody),
  async (c2) => {
    const pin_hash = await preparePin(reading(c2), c2.req.valid("json"));
    return c2.json(await write(c2, (ctx) => setPin(ctx, pin_hash)));
  }
).get(
  "/poke",
  describe("Hear when there is something to fetch: a stream of server-sent events", void 0, "sync"),
  valid("query", z100.object({ device: z100.uuid() })),
  (c2) => {
    const ctx = reading(c2);
    authorize(policy.use_floor(ctx.actor));
    const { pokes } = ctx.services;
    const { device: device2 } = c2.req.valid("query");
    c2.header("X-Accel-Buffering", "no");
    return streamSSE2(c2, async (stream) => {
      const ended = new AbortController();
      const end = () => ended.abort();
      stream.onAbort(end);
      const tell = (poke2) => void stream.writeSSE({ data: JSON.stringify(poke2) }).catch(end);
      const stop = pokes.listen({ device: device2, tell, end });
      const beat = setInterval(() => void stream.write(": here\n\n").catch(end), HEARTBEAT2);
      try {
        tell(await pokes.current());
        if (!ended.signal.aborted) await new Promise((resolve3) => ended.signal.addEventListener("abort", resolve3, { once: true }));
      } finally {
        clearInterval(beat);
        stop();
      }
    });
  }
);

// server/app.ts
var megabyte = 1024 * 1024;
function createApp(services2) {
  const app = new Hono29();
  app.use(async (c2, next2) => {
    c2.set("services", services2);
    await next2();
  });
  app.use(observe);
  app.use(securityHeaders(services2.settings.public_url.startsWith("https:")));
  app.use(compressedForThoseWhoAsk);
  app.on(["POST", "PUT", "DELETE", "PATCH"], "/api/*", atMost(megabyte));
  app.use("/api/*", requireJson);
  app.route("/files", fileRoutes);
  app.route("/", operationsRoutes);
  app.route("/api", docsRoutes(app));
  app.route("/api/auth", authRoutes);
  app.route("/api/impersonate", impersonateRoutes);
  app.route("/api/admin/audit", auditRoutes);
  app.route("/api/admin/mail", mailRoutes);
  app.route("/api/admin", stockRoutes);
  app.route("/api/orders", orderRoutes);
  app.route("/api/orders", orderSizeRoutes);
  app.route("/api/sizes", sizeRoutes);
  app.route("/api/orders", orderReturnRoutes);
  app.route("/api/admin/order-lines", adminOrderLineRoutes);
  app.route("/api/employees", employeeRoutes);
  app.route("/api/employees", employeeSizeRoutes);
  app.route("/api/profile", profileRoutes);
  app.route("/api/products", productRoutes);
  app.route("/api/sites", siteRoutes);
  app.route("/api/accounts", accountRoutes);
  app.route("/api/accounts", clothingSetRoutes);
  app.route("/api/admin/accounts", adminAccountRoutes);
  app.route("/api/addresses", addressRoutes);
  app.route("/api/postcode", postcodeRoutes);
  app.route("/api/notices", noticeRoutes);
  app.route("/notices", noticeDocumentRoutes);
  app.route("/api/dashboards", dashboardRoutes);
  app.route("/api/notifications", notificationRoutes);
  app.route("/api/return-reasons", returnReasonRoutes);
  app.route("/api/returns", returnRoutes);
  app.route("/api/admin/returns", adminReturnRoutes);
  app.route("/api/admin/orders", adminOrderRoutes);
  app.route("/api/admin/orders", allocationRoutes);
  app.route("/api/admin/picking", pickingRoutes);
  app.route("/api/admin/prep", prepRoutes);
  app.route("/api/admin", dispatchRoutes);
  app.route("/api/admin/error-codes", errorCodeRoutes);
  app.route("/api/admin/attention", attentionRoutes);
  app.route("/api/sync", syncRoutes);
  app.route("/", documentRoutes);
  app.route("/", staticFiles());
  app.notFound((c2) => answerProblem(c2, notFound()));
  app.onError((error, c2) => {
    if (error instanceof Replay) {
      c2.header("Idempotent-Replay", "true");
      c2.header("Content-Type", "application/json");
      return error.body === null ? c2.body(null, 204) : c2.body(error.body, error.status);
    }
    return answerProblem(c2, problemOf(error, c2));
  });
  return app;
}

// tests/simulation/server-room.ts
var COALESCE = 300;
function remembering(connection) {
  const known2 = /* @__PURE__ */ new Map();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source) => {
    const statement = known2.get(source) ?? prepare(source);
    known2.set(source, statement);
    return statement;
  });
  return connection;
}
function databaseOn(connection, { stage: stage2, pause: pause2, unit }, ear) {
  const db = sqliteQueries(connection);
  const mutex = new Mutex3();
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  let raise;
  return {
    engine: "sqlite",
    reader: db,
    pool: null,
    hear: () => Promise.resolve(() => {
    }),
    unitOfWork: async (command) => {
      const release2 = await stage2.park(mutex.acquire());
      try {
        await pause2();
        const fate = unit();
        if (fate === "busy") throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
        begin.run();
        try {
          raise ??= connection.prepare("UPDATE sync_clock SET v = v + 1");
          raise.run();
          const result2 = await command(db);
          if (fate === "before") {
            connection.exec("ROLLBACK");
            ear.undone();
            return await stage2.forever();
          }
          commit.run();
          ear.committed(connection);
          return fate === "kept" ? await stage2.forever() : result2;
        } catch (error) {
          if (connection.inTransaction) connection.exec("ROLLBACK");
          ear.undone();
          throw error;
        }
      } finally {
        release2();
      }
    },
    restructure: () => Promise.reject(new Error("Nothing is rebuilt while the floor works.")),
    snapshot: async (read) => {
      await pause2();
      const moment = ear.moment();
      const result2 = await read(db);
      const cursor2 = result2?.cursor;
      if (cursor2) cursor2.moment = moment;
      return result2;
    },
    backup: () => Promise.reject(new Error("Backups are taken by the story.")),
    close: async () => void connection.close()
  };
}
var rooms = 0;
var ServerRoom = class {
  stage;
  dice;
  connection;
  /** Null while the server is down. */
  #up = null;
  #of;
  #streams = /* @__PURE__ */ new Set();
  #poke = null;
  /** Set for as long as the database answers that it is busy. */
  isBusy = false;
  /** While set, it hears this tablet and nobody else. */
  onlyFor = null;
  serve = (body, next2) => next2(body);
  around = (database) => database;
  onCrash = () => void 0;
  onBusy = () => void 0;
  /** Whether a poke on its way to a tablet is lost. */
  losesPoke = () => false;
  constructor(of) {
    this.stage = of.stage;
    this.dice = of.dice;
    const folder = join5(of.settings.DATA_DIR, String(rooms++));
    this.#of = { ...of, settings: { ...of.settings, DATA_DIR: folder } };
    this.connection = remembering(new BetterSqlite2(of.template));
    this.connection.pragma("foreign_keys = ON");
    mkdirSync(join5(folder, "sync-mark.json.new"), { recursive: true });
  }
  /** Whether there is a process, listening or about to. */
  get isRunning() {
    return this.#up !== null;
  }
  get isUp() {
    return this.#up?.isReady === true;
  }
  get database() {
    if (!this.#up) throw new Error("The server is down.");
    return this.#up.services.database;
  }
  async start() {
    let die = () => void 0;
    const died = new Promise((resolve3) => {
      die = () => resolve3(null);
    });
    const { settings, log, ear } = this.#of;
    const pause2 = async () => {
      await this.stage.park(this.stage.sleep(this.dice.between(0, 4)));
      if (this.#up !== up) await this.stage.forever();
    };
    const unit = () => {
      if (this.isBusy && this.dice.chance(0.5)) {
        this.onBusy();
        return "busy";
      }
      if (!up.crash || --up.crash.left > 0) return null;
      const { at } = up.crash;
      queueMicrotask(() => this.crash());
      return at;
    };
    const database = this.around(databaseOn(this.connection, { stage: this.stage, pause: pause2, unit }, ear));
    const changed = (by2 = "") => this.#changed(by2);
    const services2 = {
      database,
      settings,
      log,
      clock: () => new Date(this.stage.now),
      is_demo: false,
      changed,
      pokes: {
        changed,
        current: () => floorVersion(database.reader),
        listen: () => () => void 0,
        close: async () => void 0
      }
    };
    const up = { app: createApp(services2), services: services2, died, die, crash: null, isReady: false };
    this.#up = up;
    const comparing = this.stage.busy(() => compareMark(services2)).then(
      () => {
        up.isReady = true;
      },
      () => this.crash()
    );
    await Promise.race([comparing, died]);
  }
  /** Has it die at the n-th unit of work from now. */
  crashAt(left2, at) {
    if (this.#up) this.#up.crash = { left: left2, at };
  }
  crash() {
    const up = this.#up;
    if (!up) return;
    this.#up = null;
    this.#poke = null;
    for (const { end } of [...this.#streams]) end();
    this.#streams.clear();
    this.onCrash();
    up.die();
  }
  /** Carries a request out; null where the server died over it, or is down. */
  async receive(method, path, token, body) {
    const up = this.#up;
    if (!up?.isReady || this.onlyFor !== null && this.onlyFor !== body?.device) return null;
    const ask = async (sent) => {
      const json2 = sent === void 0 ? null : JSON.stringify(sent);
      const headers = { Authorization: `Bearer ${token}`, ...json2 !== null && { "Content-Type": "application/json" } };
      const response = await up.app.request(path, { method, body: json2, headers });
      const text5 = await response.text();
      return { status: response.status, body: text5 ? JSON.parse(text5) : void 0 };
    };
    const answering = this.stage.busy(() => path === "/api/sync" ? this.serve(body, ask) : ask(body));
    return await Promise.race([answering, up.died]);
  }
  /** One unit of work outside any request; undefined where the server died over it. */
  async unit(work2) {
    const up = this.#up;
    if (!up?.isReady || this.onlyFor !== null) return void 0;
    const working = this.stage.busy(async () => {
      for (; ; ) {
        try {
          return await up.services.database.unitOfWork(work2);
        } catch (error) {
          if (error.code !== "SQLITE_BUSY") throw error;
        }
      }
    });
    return await Promise.race([working, up.died]) ?? void 0;
  }
  /** What a backup holds. */
  backup() {
    return this.connection.serialize();
  }
  /** Puts a backup in place of the database while the server is down; with the mark beside it the server can tell, without it only the tablets can. */
  restore(backup, mark) {
    this.connection.close();
    this.connection = remembering(new BetterSqlite2(backup));
    this.connection.pragma("foreign_keys = ON");
    this.leaveMark(mark);
  }
  leaveMark(mark) {
    const file = join5(this.#of.settings.DATA_DIR, "sync-mark.json");
    rmSync(file, { force: true });
    if (mark) writeFileSync(file, JSON.stringify(mark));
  }
  /** What the product would have written beside the database by now. */
  mark() {
    return this.connection.prepare("select epoch, v + 1 as v from sync_clock").get();
  }
  /** A stream of pokes, until it ends. */
  listen(listener) {
    this.#streams.add(listener);
    return () => void this.#streams.delete(listener);
  }
  #changed(by2) {
    if (this.#poke) {
      this.#poke.by.add(by2);
      return;
    }
    const poke2 = { by: /* @__PURE__ */ new Set([by2]), at: this.stage.now };
    this.#poke = poke2;
    this.stage.after(COALESCE, () => {
      if (this.#poke !== poke2) return;
      this.#poke = null;
      void this.tellAll(poke2.by);
    });
  }
  async tellAll(by2) {
    const up = this.#up;
    if (!up || this.#streams.size === 0) return;
    const poke2 = await this.stage.busy(() => up.services.pokes.current());
    const [only2] = by2;
    for (const { device: device2, tell } of [...this.#streams]) {
      if (by2.size === 1 && device2 === only2) continue;
      if (!this.losesPoke()) this.stage.after(this.dice.between(5, 200), () => tell(poke2));
    }
  }
  close() {
    this.crash();
    this.connection.close();
  }
};

// tests/simulation/stage.ts
import { setImmediate as setImmediate2 } from "node:timers/promises";
var Stage = class {
  now = Date.parse("2026-11-21T08:00:00.000Z");
  #queue = [];
  #n = 0;
  /** Pieces of work that may use real asynchrony, and have neither ended nor parked at a moment of the stage. */
  #busy = 0;
  events = 0;
  get time() {
    return new Date(this.now).toISOString();
  }
  /** Has something happen in so many milliseconds. */
  after(ms, work2) {
    const due = { at: this.now + Math.max(0, ms), n: this.#n++, work: work2 };
    const queue = this.#queue;
    let i = queue.length;
    queue.push(due);
    while (i > 0) {
      const parent8 = i - 1 >> 1;
      const above = queue[parent8];
      if (!above || !isSooner(due, above)) break;
      queue[i] = above;
      i = parent8;
    }
    queue[i] = due;
  }
  sleep(ms) {
    return new Promise((resolve3) => this.after(ms, resolve3));
  }
  /** Runs work that may wait for real input and output: no moment passes meanwhile. */
  async busy(work2) {
    this.#busy += 1;
    try {
      return await work2();
    } finally {
      this.#busy -= 1;
    }
  }
  /** A wait inside busy work: others may go on. */
  async park(what) {
    this.#busy -= 1;
    try {
      return await what;
    } finally {
      this.#busy += 1;
    }
  }
  /** What busy work waits for when its process has died. */
  forever() {
    this.#busy -= 1;
    return new Promise(() => void 0);
  }
  async #settle() {
    do
      await setImmediate2();
    while (this.#busy > 0);
  }
  /** Lets moments pass until there is nothing left to do, the condition holds, or the time is over. */
  async play(until, deadline = Number.POSITIVE_INFINITY) {
    await this.#settle();
    while (!until()) {
      const due = this.#next(deadline);
      if (!due) return false;
      this.now = due.at;
      this.events += 1;
      due.work();
      await this.#settle();
    }
    return true;
  }
  #next(deadline) {
    const queue = this.#queue;
    const first = queue[0];
    if (!first || first.at > deadline) return null;
    const last = queue.pop();
    if (last && last !== first) {
      let i = 0;
      for (; ; ) {
        let child = 2 * i + 1;
        const [left2, right] = [queue[child], queue[child + 1]];
        if (!left2) break;
        if (right && isSooner(right, left2)) child += 1;
        const sooner = queue[child];
        if (!sooner || !isSooner(sooner, last)) break;
        queue[i] = sooner;
        i = child;
      }
      queue[i] = last;
    }
    return first;
  }
};
var isSooner = (a, b) => a.at < b.at || a.at === b.at && a.n < b.n;

// tests/simulation/storage.ts
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from "fake-indexeddb";

// pwa/offline/dexie-store.ts
import Dexie from "dexie";
var plain2 = (table2) => ({
  get: (key) => table2.get(key),
  all: () => table2.orderBy(":id").toArray(),
  put: (rows2) => table2.bulkPut(rows2).then(() => void 0),
  delete: (keys2) => table2.bulkDelete([...keys2]),
  clear: () => table2.clear()
});
var open3 = ({ json: json2 }) => JSON.parse(json2);
var opaque = (table2, keyOf3) => {
  const inner = plain2(table2);
  return {
    get: (key) => inner.get(key).then((row2) => row2 && open3(row2)),
    all: () => inner.all().then((rows2) => rows2.map((row2) => open3(row2))),
    put: (rows2) => inner.put(rows2.map((row2) => ({ key: keyOf3(row2), json: JSON.stringify(row2) }))),
    delete: inner.delete,
    clear: inner.clear
  };
};
var DexieDatabase = class {
  #dexie;
  /** Tables tied to one transaction by name, so that no await in the work can step out of it. */
  #tablesOf;
  constructor(dexie, tablesOf, makeWay) {
    this.#dexie = dexie;
    this.#tablesOf = tablesOf;
    dexie.on("versionchange", () => {
      makeWay();
      return false;
    });
  }
  async #run(mode, work2) {
    const once = async () => await this.#dexie.transaction(mode, this.#dexie.tables, (transaction) => work2(this.#tablesOf(transaction)));
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "DatabaseClosedError") throw error;
      await this.#dexie.open();
      return await once();
    }
  }
  read(work2) {
    return this.#run("r", work2);
  }
  write(work2) {
    return this.#run("rw", work2);
  }
  close() {
    this.#dexie.close();
  }
};
var options = ({ indexedDB: indexedDB2, IDBKeyRange: IDBKeyRange2 }) => ({
  ...indexedDB2 && { indexedDB: indexedDB2 },
  ...IDBKeyRange2 && { IDBKeyRange: IDBKeyRange2 }
});
var LEDGER = "kitroom-ledger";
var CACHE_VERSION = 1;
var cacheName = (version3) => `kitroom-cache-${version3}`;
function dexieLedger(of = {}) {
  const dexie = new Dexie(LEDGER, { ...options(of), chromeTransactionDurability: "strict" });
  dexie.version(1).stores({ outbox: "key", sent: "key", outcomes: "key", facts: "key" });
  const outboxOf = (table2) => ({
    ...opaque(table2, (row2) => row2.q),
    after: async (q) => (await table2.where(":id").above(q).toArray()).map((row2) => open3(row2))
  });
  const tables = (of2) => ({
    outbox: outboxOf(of2.table("outbox")),
    sent: opaque(of2.table("sent"), (row2) => row2.q),
    outcomes: opaque(of2.table("outcomes"), (row2) => row2.m),
    facts: opaque(of2.table("facts"), (row2) => row2.k)
  });
  return new DexieDatabase(dexie, tables, of.makeWay ?? (() => void 0));
}
function dexieCache(version3 = CACHE_VERSION, of = {}) {
  const dexie = new Dexie(cacheName(version3), { ...options(of), chromeTransactionDurability: "relaxed" });
  dexie.version(1).stores({ rows: "[kind+key], pick_id", meta: "k", staged: "i" });
  const tables = (of2) => {
    const rows2 = of2.table("rows");
    return {
      rows: { ...plain2(rows2), ofPick: (pick_id) => rows2.where("pick_id").equals(pick_id).toArray() },
      meta: plain2(of2.table("meta")),
      staged: plain2(of2.table("staged"))
    };
  };
  return new DexieDatabase(dexie, tables, of.makeWay ?? (() => void 0));
}

// tests/simulation/storage.ts
var MemoryStorage = class _MemoryStorage {
  ledger = ledgerDisk();
  cache = cacheDisk();
  /** By its own name, so that a tab that outlives an eviction does not find the new databases. */
  open() {
    return { ledger: this.ledger, cache: this.cache };
  }
  loseTail(most3) {
    return this.cache.loseTail(most3);
  }
  forceClose() {
    return false;
  }
  evict() {
    this.ledger = ledgerDisk();
    this.cache = cacheDisk();
  }
  dropCache() {
    this.cache = cacheDisk();
  }
  clone() {
    const twin = new _MemoryStorage();
    cloneOf(this.ledger, twin.ledger);
    cloneOf(this.cache, twin.cache);
    return twin;
  }
};
var Factory = class extends IDBFactory {
  #opened = /* @__PURE__ */ new Set();
  open(...of) {
    const request2 = super.open(...of);
    request2.addEventListener("success", () => this.#opened.add(request2.result));
    return request2;
  }
  closeAll() {
    const open4 = [...this.#opened];
    this.#opened.clear();
    for (const database of open4) forceCloseDatabase(database);
    return open4.length > 0;
  }
};
var BrowserStorage = class {
  #stage;
  #ledgers = new Factory();
  #caches = new Factory();
  ledger;
  cache;
  constructor(stage2) {
    this.#stage = stage2;
    this.ledger = this.#waitedFor(dexieLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.cache = this.#waitedFor(dexieCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }
  #waitedFor(store2) {
    const stage2 = this.#stage;
    return {
      read: (work2) => stage2.busy(() => store2.read(work2)),
      write: (work2) => stage2.busy(() => store2.write(work2)),
      close: () => store2.close()
    };
  }
  open() {
    return {
      ledger: this.#waitedFor(dexieLedger({ indexedDB: this.#ledgers, IDBKeyRange })),
      cache: this.#waitedFor(dexieCache(1, { indexedDB: this.#caches, IDBKeyRange }))
    };
  }
  loseTail() {
    return 0;
  }
  forceClose() {
    return this.#ledgers.closeAll() || this.#caches.closeAll();
  }
  evict() {
    this.#ledgers = new Factory();
    this.ledger = this.#waitedFor(dexieLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.dropCache();
  }
  dropCache() {
    this.#caches = new Factory();
    this.cache = this.#waitedFor(dexieCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }
  clone() {
    return null;
  }
};

// pwa/ui/store.ts
import { useSyncExternalStore } from "react";
function createStore(initial) {
  let value2 = initial;
  const listeners = /* @__PURE__ */ new Set();
  return {
    get: () => value2,
    set: (next2) => {
      if (Object.is(next2, value2)) return;
      value2 = next2;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }
  };
}

// pwa/offline/flusher.ts
init_protocol();

// pwa/offline/room.ts
function isQuota(error) {
  if (typeof error !== "object" || error === null) return false;
  const { name: name4, inner } = error;
  return name4 === "QuotaExceededError" || inner !== error && isQuota(inner);
}
async function withRoom(reserves, work2) {
  for (const reserve2 of reserves) {
    try {
      return await work2();
    } catch (error) {
      if (!isQuota(error)) throw error;
      await reserve2.drop();
    }
  }
  return await work2();
}

// pwa/offline/flusher.ts
var BATCH_SIZE = 3e5;
var POLL_IDLE = 6e4;
var POLL_WAITING = 1e4;
var BACK_OFF_FIRST = 1e3;
var BACK_OFF_MOST = 6e4;
var REQUEST_MOST = 3e4;
var EPOCH_SPREAD = 3e3;
var asSent = (row2) => ({
  c: row2.c,
  s: row2.s,
  m: row2.m,
  n: row2.n,
  nv: row2.nv,
  a: row2.a,
  base: row2.base,
  actor_id: row2.actor.id,
  asserted: row2.asserted,
  at: row2.at
});
function batchOf(rows2) {
  let size = 0;
  const most3 = rows2.slice(0, BATCH_LIMIT);
  const end = most3.findIndex((row2) => {
    size += JSON.stringify(asSent(row2)).length;
    return size > BATCH_SIZE;
  });
  return end === -1 ? most3 : most3.slice(0, Math.max(1, end));
}
var Flusher = class {
  #of;
  #link = { online: false, last_sync_at: null, offline_since: null, next_try_at: null, problem: null };
  #failures = 0;
  /** After a new epoch every client has to be asked for, not only those that wait. */
  #askAll = false;
  #waking = null;
  #wasWoken = false;
  #onOnline = null;
  constructor(of) {
    this.#of = of;
  }
  /** Ends the present rest: something was queued, the network is back, or a person asks. During a back-off only the latter two count. */
  wake(why) {
    if (why === "queued" && this.#failures > 0) return;
    this.#wasWoken = true;
    this.#waking?.();
  }
  /** Works until the signal aborts, once no other tab does. */
  run(until) {
    const { lock, clock } = this.#of.ports;
    return lock.hold("kitroom-flusher", until, async (signal) => {
      await this.#of.ledger.forgetOld().catch(() => void 0);
      const listening = this.#listen(signal);
      while (!signal.aborted) {
        this.#wasWoken = false;
        const step = await this.step(signal).catch(() => ({ next: "again" }));
        const ms = this.#pause(step);
        if (ms === 0 || signal.aborted) continue;
        this.#tell({ next_try_at: step.next === "again" ? new Date(clock.now() + ms).toISOString() : null });
        await this.#rest(ms, signal);
      }
      await listening;
    });
  }
  #pause(step) {
    if (step.next === "go_on") {
      this.#failures = 0;
      return 0;
    }
    if (step.next === "rest") {
      this.#failures = 0;
      return step.waiting > 0 ? POLL_WAITING : POLL_IDLE;
    }
    if (step.ms !== void 0) return step.ms;
    const most3 = Math.min(BACK_OFF_MOST, BACK_OFF_FIRST * 2 ** this.#failures);
    this.#failures += 1;
    return most3 / 2 + most3 / 2 * this.#of.ports.random.fraction();
  }
  async #rest(ms, signal) {
    if (this.#wasWoken) return;
    const woken = new AbortController();
    this.#waking = () => woken.abort();
    await this.#of.ports.clock.sleep(ms, AbortSignal.any([signal, woken.signal]));
    this.#waking = null;
  }
  /** One exchange with the server. */
  async step(signal) {
    const { ledger, cache, ports, token } = this.#of;
    const bearer2 = token();
    if (!bearer2) {
      this.#problem("sign_in");
      return { next: "again", ms: POLL_IDLE };
    }
    const standing2 = await cache.standing();
    const queue = await ledger.toSend(standing2.lm);
    const asked3 = standing2.cursor;
    const push = asked3 === null || standing2.is_paging || this.#askAll ? [] : batchOf(queue.rows);
    const clients = this.#askAll ? await ledger.clients() : queue.clients;
    const lm = Object.fromEntries(clients.map((c2) => [c2, standing2.lm[c2] ?? 0]));
    const { epoch, reached } = queue;
    if (reached && (asked3 === null || asked3.epoch === epoch)) lm[reached.c] = Math.max(reached.s, lm[reached.c] ?? 0);
    const request2 = {
      pv: PROTOCOL_VERSION,
      ...this.#of.device,
      pending: queue.waiting,
      push: push.map(asSent),
      pull: { cursor: asked3, lm, ...asked3 === null && epoch !== null && { epoch }, ...this.#askAll && { asks_last_m: true } },
      ...queue.lost && !queue.lost.told && { lost: { device: queue.lost.device, n: queue.lost.n, since: queue.lost.since } }
    };
    let came;
    let answer = null;
    try {
      const timeout = new AbortController();
      const done = new AbortController();
      void ports.clock.sleep(REQUEST_MOST, AbortSignal.any([signal, done.signal])).then(() => timeout.abort());
      try {
        came = await ports.network.sync(request2, bearer2, AbortSignal.any([signal, timeout.signal]));
      } finally {
        done.abort();
      }
      if (came.status === 200) answer = (await answerCheck())(came.body);
    } catch {
      this.#offline();
      return { next: "again" };
    }
    if (!answer) return this.#notAnAnswer(came, bearer2);
    return await this.#take(answer, { asked: asked3, push, clients, epoch, tells: request2.lost !== void 0 });
  }
  /** Reads an answer of ours in the order that no crash can break: outcomes, then rows, and only then the queue is shortened. */
  async #take(answer, sent) {
    const { ledger, cache, ports } = this.#of;
    const now = new Date(ports.clock.now()).toISOString();
    this.#tell({
      online: true,
      last_sync_at: now,
      offline_since: null,
      next_try_at: null,
      problem: problemOf2(answer.halt)
    });
    if (sent.tells) await ledger.lossTold();
    const isNewEpoch = answer.cursor !== null && sent.epoch !== null && answer.cursor.epoch !== sent.epoch;
    if (isNewEpoch && !this.#askAll) {
      this.#askAll = true;
      return { next: "again", ms: EPOCH_SPREAD * ports.random.fraction() };
    }
    await ledger.answered(answer.results, null);
    if (answer.cursor && isNewEpoch && !answer.more) {
      const unknown = sent.clients.filter((c2) => answer.lm[c2] === void 0);
      const lm = { ...answer.lm, ...Object.fromEntries(unknown.map((c2) => [c2, 0])) };
      await ledger.newEpoch(answer.cursor.epoch, lm, answer.last_m ?? {});
    }
    const applied2 = await withRoom(ports.reserves, () => cache.apply(sent.asked, answer, now));
    if (applied2.did === "committed") {
      await ledger.prune(applied2.lm, answer.cursor?.epoch ?? null, answer.outcomes);
      this.#askAll = false;
    }
    this.#of.changed();
    if (answer.halt) return await this.#halted(answer.halt, sent.push, answer);
    if (applied2.did === "stale") return { next: "again" };
    if (applied2.did === "staged") return { next: "go_on" };
    const left2 = await ledger.toSend(applied2.lm);
    const moved = isNewEpoch || sent.push.length === 0 || answer.results.length > 0;
    return left2.rows.length > 0 && moved ? { next: "go_on" } : { next: "rest", waiting: left2.rows.length };
  }
  /** The batch stopped at its first mutation without a result; whatever the reason, nothing overtakes it. */
  async #halted(halt2, push, answer) {
    const { ledger } = this.#of;
    const answered = new Set(answer.results.map(({ m }) => m));
    const stopped = push.find(({ m }) => !answered.has(m));
    if (stopped && halt2.why === "fork") await ledger.fork(stopped.c, stopped.s);
    if (stopped && halt2.why === "gap") await ledger.gap(stopped.c, halt2.expect ?? (answer.lm[stopped.c] ?? 0) + 1, stopped.s);
    if (halt2.why === "auth" || halt2.why === "upgrade") return { next: "again", ms: POLL_IDLE };
    this.#of.changed();
    return { next: "again" };
  }
  /** A captive portal, a proxy's page, a refusal or a fault: nothing is taken from it. */
  #notAnAnswer({ status, body }, token) {
    if (status === 401 && isOurs(body)) {
      this.#of.refused?.(token);
      this.#problem("sign_in");
      return { next: "again", ms: POLL_IDLE };
    }
    if (status === 403 && isOurs(body)) {
      this.#problem("device");
      return { next: "again", ms: POLL_IDLE };
    }
    this.#offline(status === 422 && isOurs(body) ? "refused" : null);
    return { next: "again" };
  }
  /** Listens for pokes while the server is within reach, so that what others do is seen at once. */
  async #listen(signal) {
    const { ports, device: device2, token, cache } = this.#of;
    let failures2 = 0;
    const heard = (poke2) => {
      failures2 = 0;
      const isNews = cache.standing().then(({ cursor: cursor2 }) => !cursor2 || poke2.epoch !== cursor2.epoch || poke2.v > cursor2.v);
      void isNews.catch(() => true).then((news) => news && this.wake("queued"));
    };
    while (!signal.aborted) {
      await this.#untilOnline(signal);
      const bearer2 = token();
      if (bearer2 && !signal.aborted) {
        failures2 += 1;
        await ports.network.listen(device2.device, bearer2, heard, signal).catch(() => void 0);
        this.wake("now");
      }
      const most3 = Math.min(BACK_OFF_MOST, BACK_OFF_FIRST * 2 ** failures2);
      await ports.clock.sleep(most3 / 2 + most3 / 2 * ports.random.fraction(), signal);
    }
  }
  #untilOnline(signal) {
    if (this.#link.online || signal.aborted) return Promise.resolve();
    return new Promise((resolve3) => {
      this.#onOnline = resolve3;
      signal.addEventListener("abort", () => resolve3(), { once: true });
    });
  }
  #problem(problem) {
    this.#tell({ problem, next_try_at: null });
  }
  #offline(problem = null) {
    const since3 = this.#link.offline_since ?? new Date(this.#of.ports.clock.now()).toISOString();
    this.#tell({ online: false, offline_since: since3, problem });
  }
  #tell(change) {
    this.#link = { ...this.#link, ...change };
    this.#of.link(this.#link);
    if (this.#link.online) this.#onOnline?.();
  }
};
var isOurs = (body) => typeof body === "object" && body !== null && "message" in body;
function problemOf2(halt2) {
  if (halt2?.why === "auth") return "device";
  return halt2?.why === "upgrade" ? "update" : null;
}

// pwa/offline/judge.ts
var gone = () => refuse("pick_closed", messages.pick_closed);
var onPick2 = (rows2, pick_id, judge3) => {
  const pick = pickById2(rows2, pick_id);
  return pick ? judge3(pick, linesOf(rows2, pick_id)) : gone();
};
var judges = {
  "pick.start": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick) => checkStartPick(pick, actor)),
  "pick.record_line": (rows2, a, actor) => onPick2(rows2, a.pick_id, (pick) => {
    const line2 = rows2.pick_line.get(a.pick_line_id);
    if (!line2) return gone();
    if (line2.product_id !== a.product_id) return refuse("product_changed", messages.wrong_product);
    return all(checkRecording(pick, actor), checkPick(line2, a, [...rows2.error_code.values()]));
  }),
  "pick.pause": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick) => checkPausePick(pick, actor)),
  "pick.resume": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick) => checkResumePick(pick, actor)),
  "pick.handover": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick) => checkHandoverPick(pick, actor)),
  "pick.complete": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick, lines2) => checkMoveToPrep(pick, lines2, actor)),
  "pick.send_back": (rows2, { pick_id }, actor) => onPick2(rows2, pick_id, (pick) => checkSendBackPick(pick, actor)),
  "pick.assign_tote": (rows2, { pick_id }) => onPick2(rows2, pick_id, checkOnFloor),
  "prep.tick_line": (rows2, { pick_id }) => onPick2(rows2, pick_id, checkInPrep),
  "prep.complete": (rows2, { pick_id }) => onPick2(rows2, pick_id, checkCompletePrep),
  "dispatch.request": (rows2, { orders: orders2, consolidated }) => {
    const picks2 = orders2.map(({ uuid }) => rows2.pick.get(uuid));
    const places2 = picks2.flatMap((pick) => pick?.delivery_address ? [{ ...pick, delivery_address: pick.delivery_address }] : []);
    return all(
      ...picks2.map((pick) => pick ? checkRequestDispatch(pick) : gone()),
      places2.length === picks2.length ? allow : refuse("no_delivery_address", messages.no_delivery_address),
      checkPlan(planDispatch(orders2, places2, consolidated))
    );
  },
  "dispatch.edit": (rows2, { dispatch_id }) => checkEditDispatch(rows2.dispatch.get(dispatch_id) ?? { state: "shipped" }),
  "dispatch.set_tracking": (rows2, { dispatch_id }) => checkTrackDispatch(rows2.dispatch.get(dispatch_id) ?? { state: "shipped" }),
  "stock.request_count": () => allow,
  "print.request": () => allow,
  "outcome.resolve": () => allow
};
var judge2 = (rows2, n, a, actor) => judges[n](rows2, a, actor);

// pwa/offline/loss.ts
function lossOf(mirror, ledger, noticed_at) {
  if (!mirror) return null;
  const n = Math.max(0, mirror.device === ledger.device ? mirror.q - ledger.last_q : ledger.is_new ? mirror.waiting : 0);
  const before = ledger.is_new ? mirror.lost : void 0;
  const all5 = n + (before?.n ?? 0);
  if (all5 === 0) return null;
  return { device: mirror.device, n: all5, since: before?.since ?? mirror.since ?? mirror.at, noticed_at, told: false };
}

// pwa/offline/words.ts
var garment = (name4, product2) => [name4, product2.variation_colour, sizeOf(product2)].filter(Boolean).join(", ");
function productOf(rows2, id9) {
  const product2 = rows2.product.get(id9);
  return product2 ? garment(product2.name, product2) : null;
}
var namesOf = (rows2) => ({
  orderOfPick: (id9) => pickById2(rows2, id9)?.order_number ?? null,
  orderByUuid: (uuid) => rows2.pick.get(uuid)?.order_number ?? null,
  line: (id9) => {
    const line2 = rows2.pick_line.get(id9);
    if (!line2) return null;
    const product2 = rows2.product.get(line2.product_id);
    return { ...line2, garment: product2 ? garment(line2.product_name, product2) : line2.product_name };
  },
  product: (id9) => productOf(rows2, id9),
  wearer: (id9) => rows2.wearer.get(id9)?.name ?? null,
  dispatch: (id9) => rows2.dispatch.get(id9)?.dispatch_number ?? null,
  reason: (code) => [...rows2.error_code.values()].find((reason) => reason.code === code)?.description ?? null,
  shelfTask: (id9) => {
    const task = rows2.shelf_task.get(id9);
    return task ? { ...task, garment: productOf(rows2, task.product_id) ?? task.product_name } : null;
  }
});
var wordsFor = (rows2, n, a) => inWords(namesOf(rows2), n, a);

// pwa/offline/engine.ts
var unsaved = { ok: false, code: "not_saved", message: "The last change is not saved yet." };
var locked2 = { ok: false, code: "locked", message: "This tablet is locked. Say who works on it first." };
var READ_AGAIN = 1e3;
var unsynced = {
  online: false,
  last_sync_at: null,
  offline_since: null,
  next_try_at: null,
  problem: null,
  waiting: 0,
  open: [],
  not_saved: null,
  lost: null,
  persisted: null
};
var emptyFloor = () => ({ rows: noRows(), waiting: /* @__PURE__ */ new Map() });
var Engine = class {
  screens = createStore({ is_ready: false, floor: emptyFloor() });
  sync = createStore(unsynced);
  /** The last token that the server did not take. */
  refused = createStore(null);
  #ports;
  #ledger;
  #cache;
  #older;
  #flusher = null;
  #c = "";
  #device = "";
  #secret = "";
  #signedIn = null;
  #rows = noRows();
  #rev = null;
  #lm = {};
  #queue = [];
  /** Up to this row of the ledger nothing was written that the queue does not know: another tab writes rows too. */
  #known = 0;
  /** What was lost here before, as long as the office does not know. */
  #untold = null;
  /** Written while the ledger was being read: a reading that began before does not know them. */
  #fresh = [];
  #reading = null;
  #isDirty = false;
  #writing = Promise.resolve();
  #blocked = null;
  #syncing = false;
  constructor({ ledger, cache, older, ports }) {
    this.#ports = ports;
    this.#ledger = new Ledger(ledger, ports);
    this.#cache = new Cache(cache);
    this.#older = older ?? null;
  }
  /** Reads what this tablet holds, notices what was lost, and shows it; a new client begins. */
  async open() {
    const now = new Date(this.#ports.clock.now()).toISOString();
    this.#c = this.#ports.random.uuid();
    const mirror = this.#ports.mirror.read();
    const ledger = await this.#ledger.device();
    this.#device = ledger.device;
    this.#secret = ledger.secret;
    const lost = lossOf(mirror, ledger, now);
    if (lost) await this.#ledger.noteLoss(lost, mirror?.q ?? 0);
    this.#untold = lost;
    const persisted = await this.#ledger.isPersisted();
    this.#set({ persisted });
    await this.refresh();
    this.#reflect(mirror?.device === ledger.device ? Math.max(mirror.q, ledger.last_q) : ledger.last_q);
  }
  /** Syncs, and follows the other tabs, until the signal aborts. */
  async run(signal) {
    const redraw = () => this.#redraw(signal);
    const flusher = new Flusher({
      ledger: this.#ledger,
      cache: this.#cache,
      ports: this.#ports,
      device: { device: this.#device, secret: this.#secret },
      token: () => this.#signedIn?.token ?? null,
      refused: (token) => this.refused.set(token),
      changed: redraw,
      link: (link) => {
        this.#syncing = true;
        this.#follow(link);
        this.#ports.tabs.tell({ type: "synced", link });
      }
    });
    this.#flusher = flusher;
    const unlisten = this.#ports.tabs.listen((message) => this.#heard(message, redraw));
    this.#ports.tabs.tell({ type: "hello" });
    try {
      await flusher.run(signal);
    } finally {
      this.#flusher = null;
      unlisten();
    }
  }
  #heard(message, redraw) {
    if (message.type === "queued") {
      redraw();
      this.#flusher?.wake("queued");
    }
    if (message.type === "synced") {
      this.#follow(message.link);
      redraw();
    }
    if (message.type === "hello" && this.#syncing) this.#ports.tabs.tell({ type: "synced", link: this.#link() });
    if (message.type === "wake") this.#flusher?.wake("now");
  }
  /** The name of this tablet among all. */
  get device() {
    return this.#device;
  }
  /** Somebody signed in, or nobody is (null). The queue belongs to the device and is not touched. */
  signIn(signedIn2) {
    const isOther = signedIn2?.token !== this.#signedIn?.token;
    this.#signedIn = signedIn2;
    if (!isOther || !signedIn2?.token) return;
    if (this.sync.get().problem === "sign_in") this.#set({ problem: null });
    this.tryNow();
  }
  /** Whether the browser promised to keep this tablet's data. */
  async notePersisted(persisted) {
    await this.#ledger.persisted(persisted);
    this.#set({ persisted });
  }
  /** Does not wait for the next try. */
  tryNow() {
    this.#flusher?.wake("now");
    this.#ports.tabs.tell({ type: "wake" });
  }
  /** The notice of a loss was read. */
  async lossSeen() {
    await this.#ledger.lossSeen();
    this.#set({ lost: null });
  }
  /** All actions that wait, the outcomes that are open, and what was accepted lately. */
  async queue() {
    const { queue, outcomes: outcomes3 } = await this.#ledger.view();
    return { waiting: queue, open: outcomes3.filter(({ is_open }) => is_open), sent: await this.#ledger.sent() };
  }
  /** Resolves when every write that has begun is done, one that finds no room included: the moment in which the app may be reloaded. */
  async settled() {
    let writing;
    do {
      writing = this.#writing;
      await writing;
      await this.#blocked?.done;
    } while (writing !== this.#writing);
  }
  /**
   * Does one action: judged by the rules the server keeps, written down, shown. It resolves with the refusal where there is one, and
   * otherwise only once the action is durable.
   */
  act(n, a) {
    return this.actOnEach(n, [a]);
  }
  /** Does the same to several things in one step: where one of them is refused, or the app dies before it resolves, none is done. */
  async actOnEach(n, each) {
    if (!this.#signedIn) throw new Error("Nobody is signed in on this tablet.");
    const { actor, asserted = false } = this.#signedIn;
    if (!actor) return locked2;
    if (this.#blocked) return unsaved;
    const { rows: rows2 } = this.screens.get().floor;
    const verdict = all(...each.map((a) => judge2(rows2, n, a, actor)));
    if (!verdict.ok) return verdict;
    const actions = each.map(
      (a) => ({
        m: this.#ports.random.uuid(),
        n,
        a,
        seen: this.#seen(n, a),
        actor: { id: actor.id, name: actor.name },
        asserted,
        at: new Date(this.#ports.clock.now()).toISOString(),
        shown: wordsFor(rows2, n, a)
      })
    );
    return await this.#save(actions);
  }
  /** Tries again to write down the action that found no room. */
  async retrySave() {
    const blocked = this.#blocked;
    if (!blocked) return;
    const verdict = await this.#write(blocked.actions, blocked.known);
    if (!verdict) return;
    this.#blocked = null;
    this.#set({ not_saved: null });
    blocked.saved(verdict);
  }
  async #save(actions) {
    const [first, ...more] = actions;
    if (!first) return { ok: true };
    const known2 = this.#known;
    const verdict = await this.#write(actions, known2);
    if (verdict) return verdict;
    const text5 = more.length ? `${first.shown.text}, and ${more.length} more` : first.shown.text;
    this.#set({ not_saved: { text: text5, at: first.at } });
    let saved = () => void 0;
    const done = new Promise((resolve3) => {
      saved = resolve3;
    });
    this.#blocked = { actions, known: known2, done, saved };
    return await done;
  }
  /** Writes actions, all or none; null where there is no room for them even after all reserves are given up. */
  async #write(actions, known2) {
    const work2 = withRoom(this.#ports.reserves, () => this.#ledger.write(this.#c, actions, known2));
    this.#writing = Promise.allSettled([this.#writing, work2]);
    let rows2;
    try {
      rows2 = await work2;
    } catch (error) {
      if (isQuota(error)) return null;
      throw error;
    }
    this.#fresh.push(...rows2);
    for (const { q } of rows2) if (q === this.#known + 1) this.#known = q;
    const added = rows2.filter((row2) => !this.#queue.some(({ m }) => m === row2.m));
    if (added.length > 0) {
      this.#queue = [...this.#queue, ...added];
      this.#draw(added);
    }
    this.#reflect(rows2.at(-1)?.q ?? 0);
    this.#flusher?.wake("queued");
    this.#ports.tabs.tell({ type: "queued" });
    return { ok: true };
  }
  /** The lines an action builds on, as the server last told them. */
  #seen(n, a) {
    if (n === "pick.record_line") {
      const line2 = this.#rows.pick_line.get(a.pick_line_id);
      return line2 ? [this.#seenLine(line2)] : [];
    }
    return n === "pick.complete" ? linesOf(this.#rows, a.pick_id).map((line2) => this.#seenLine(line2)) : [];
  }
  /** A line as the screen shows it: the server's version, and the record of our own that is laid over it. */
  #seenLine(line2) {
    const own2 = this.#queue.findLast((row2) => row2.n === "pick.record_line" && row2.a.pick_line_id === line2.id && this.#waits(row2));
    return {
      pick_line_id: line2.id,
      after: own2?.m ?? null,
      version: line2.fact_version,
      facts: { product_id: line2.product_id, qty_allocated: line2.qty_allocated, qty_picked: line2.qty_picked, code: line2.code }
    };
  }
  #waits(row2) {
    return row2.s > (this.#lm[row2.c] ?? 0);
  }
  /** Reads ledger and cache again. The queue is read first: a row that leaves it is in the rows by then. */
  refresh() {
    this.#isDirty = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }
  /** Reads again what the screens show; storage that fails for the moment is asked again until it answers. */
  #redraw(until) {
    this.refresh().catch(async () => {
      await this.#ports.clock.sleep(READ_AGAIN, until);
      if (!until.aborted) this.#redraw(until);
    });
  }
  async #readAll() {
    while (this.#isDirty) {
      this.#isDirty = false;
      this.#fresh = [];
      const { queue, outcomes: outcomes3, lost } = await this.#ledger.view();
      const cached = await this.#cache.rows(this.#rev);
      if (cached.rows) this.#rows = cached.rows;
      this.#rev = cached.rev;
      this.#lm = cached.lm;
      this.#untold = lost && !lost.told ? lost : null;
      const read = new Set(queue.map(({ m }) => m));
      this.#queue = [...queue, ...this.#fresh.filter(({ m }) => !read.has(m))];
      this.#known = Math.max(this.#known, queue.at(-1)?.q ?? 0);
      if (cached.rev === 0 && this.#older) this.#rows = (await new Cache(this.#older.store).rows(null)).rows ?? this.#rows;
      else if (this.#older) this.#dropOlder();
      this.#set({
        open: outcomes3.filter(({ is_open }) => is_open),
        lost: lost?.seen ? null : lost,
        last_sync_at: this.sync.get().last_sync_at ?? cached.synced_at
      });
      this.#draw();
    }
  }
  /** Lets the old cache go; a tab of the old version may hold it until it reloads, and nobody waits for that. */
  #dropOlder() {
    const older = this.#older;
    this.#older = null;
    void older?.remove().catch(() => void 0);
  }
  /** Lays what waits over the rows: all of it, or only what was just added to what is shown. */
  #draw(added) {
    const waits = (row2) => this.#waits(row2);
    const floor = added ? layOver(this.screens.get().floor, added.filter(waits)) : layOver({ rows: this.#rows, waiting: /* @__PURE__ */ new Map() }, this.#queue.filter(waits));
    this.screens.set({ is_ready: this.#rev !== null && (this.#rev > 0 || this.#older !== null), floor });
    this.#set({ waiting: this.#queue.filter(waits).length });
    if (!added) this.#reflect(0);
  }
  /** Notes outside the databases how far they are. */
  #reflect(q) {
    const before = this.#ports.mirror.read();
    const known2 = before?.device === this.#device ? before.q : 0;
    const first = this.#queue[0];
    this.#ports.mirror.write({
      device: this.#device,
      q: Math.max(q, known2, this.#queue.at(-1)?.q ?? 0),
      at: new Date(this.#ports.clock.now()).toISOString(),
      waiting: this.#queue.length,
      since: first?.at ?? null,
      ...this.#untold && { lost: { n: this.#untold.n, since: this.#untold.since } }
    });
  }
  /** How the connection stands now; a boot that has not synced yet knows no better than what is kept. */
  #follow(link) {
    this.#set({ ...link, last_sync_at: link.last_sync_at ?? this.sync.get().last_sync_at });
  }
  #link() {
    const { online, last_sync_at, offline_since, next_try_at, problem } = this.sync.get();
    return { online, last_sync_at, offline_since, next_try_at, problem };
  }
  #set(change) {
    this.sync.set({ ...this.sync.get(), ...change });
  }
};

// tests/simulation/tablet.ts
init_wire();
var never = () => new Promise(() => void 0);
var failed = () => new TypeError("Failed to fetch");
var aborted = () => Object.assign(new Error("The request was given up."), { name: "AbortError" });
var full = () => Object.assign(new Error("There is no room left."), { name: "QuotaExceededError" });
var closed2 = () => Object.assign(new Error("The database was closed."), { name: "DatabaseClosedError" });
var TOMORROW = 2;
var ofTomorrow = (row2) => row2.n === "pick.assign_tote" ? { ...row2, nv: TOMORROW, a: { ...row2.a, tote: row2.a.tote?.toUpperCase() ?? null } } : row2;
function inWords3({ status, body }) {
  const read = status === 200 ? readAnswer.safeParse(body).data : void 0;
  if (!read) return `${status} ${body === void 0 ? "without an answer" : JSON.stringify(body)}`;
  const { results, halt: halt2, cursor: cursor2, full: full2, more, outcomes: outcomes3 } = read;
  return [
    `${results.length} results`,
    ...halt2 ? [`halt ${halt2.why}${halt2.expect ? ` ${halt2.expect}` : ""}`] : [],
    `${full2 ? "all rows" : "rows"} up to ${cursor2?.v ?? "nowhere"} of epoch ${/^\d+(?=-)/.exec(cursor2?.epoch ?? "")?.[0] ?? "one"}${more ? ", more to come" : ""}`,
    `${outcomes3.length} open`
  ].join(", ");
}
var Life = class {
  isDead = false;
  /** Dies at the n-th await from now. */
  fuse = null;
  #of;
  #onDeath;
  constructor(of, onDeath) {
    this.#of = of;
    this.#onDeath = onDeath;
  }
  die(point = null, when = null) {
    if (this.isDead) return;
    this.isDead = true;
    this.#onDeath(point, when);
  }
  /** One await of the app: it takes a moment, and the process may not live to see it. */
  async pass(point, most3, effect) {
    if (this.isDead) return await never();
    await this.#of.stage.sleep(this.#of.dice.between(0, most3));
    const when = this.fuse && --this.fuse.left <= 0 ? this.fuse.when : null;
    if (this.isDead) return await never();
    if (when === "before") {
      this.die(point, when);
      return await never();
    }
    let result2;
    try {
      result2 = await effect();
    } catch (error) {
      if (this.isDead) return await never();
      throw error;
    }
    if (when === "after" && this.fuse) this.die(point, when);
    return this.isDead ? await never() : result2;
  }
};
var Tab = class {
  life;
  engine;
  tablet;
  #stop = new AbortController();
  /** The last name that the app drew for something. */
  lastUuid = "";
  /** The client of this boot. */
  client = "";
  heard = null;
  isOpen = false;
  /** An action that found no room waits for a person. */
  isBlocked = () => this.engine.sync.get().not_saved !== null;
  constructor(tablet) {
    this.tablet = tablet;
    this.life = new Life(tablet.scene, (point, when) => tablet.died(this, point, when));
    const stores = tablet.storage.open();
    const ledger = tablet.storeFor("ledger", this, stores.ledger);
    const cache = tablet.storeFor("cache", this, stores.cache);
    this.engine = new Engine({ ledger, cache, ports: tablet.portsFor(this) });
  }
  async run() {
    await this.engine.open();
    this.isOpen = true;
    this.engine.signIn(this.tablet.signedIn);
    await this.engine.run(this.#stop.signal);
  }
  /** Closed by a person: what it was writing is not waited for. */
  close() {
    this.life.die();
  }
};
var Tablet = class _Tablet {
  name;
  scene;
  #dice;
  storage;
  mirror = null;
  weather = "good";
  /** How far its clock is off. */
  clockOff = 0;
  signedIn = null;
  tabs = [];
  /** Its ledger's name in the history: an evicted one has a successor. */
  ledgerName;
  isClone = false;
  outbox = /* @__PURE__ */ new Map();
  device = "";
  /** What it was called before its storage was thrown away. */
  formerDevices = [];
  /** How many storage operations fail because the browser closed the database by force. */
  closings = 0;
  /** The disk is full while this is above zero; dropping a reserve may make room. */
  fullness = 0;
  /** Both tabs believe that they hold the lock. */
  isLockBroken = false;
  rounds = 0;
  /** A clone goes on under the client of its original. */
  nextClient = "";
  /** Its app writes the version of the mutations that the next release of the server knows. */
  isOfTomorrow = false;
  #holder = null;
  #waiting = [];
  #sentRequests = 0;
  #arrived = 0;
  randomFor = (_tab, random) => random;
  ledgerTables = (tables) => tables;
  cacheTables = (tables) => tables;
  /** Sends under another version of the app. */
  onRequest = (request2) => request2;
  constructor(name4, scene, storage = new MemoryStorage()) {
    this.storage = storage;
    this.name = name4;
    this.ledgerName = name4;
    this.scene = scene;
    this.#dice = scene.dice.fork();
  }
  say(text5) {
    this.scene.history.say(`${this.name}: ${text5}`);
  }
  get tab() {
    return this.tabs.find(({ isOpen: isOpen2, life }) => isOpen2 && !life.isDead) ?? null;
  }
  boot() {
    const tab = new Tab(this);
    this.tabs.push(tab);
    this.say(this.tabs.length > 1 ? "a second tab is opened" : "the app starts");
    tab.run().catch((error) => {
      this.say(tab.isOpen ? `the app no longer syncs: ${String(error)}` : `the app does not start: ${String(error)}`);
      if (!tab.isOpen) tab.close();
    });
    return tab;
  }
  died(tab, point, when) {
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (point && when) {
      this.scene.history.fault("kill");
      const at = `${point} ${when}`;
      this.scene.history.kills.set(at, (this.scene.history.kills.get(at) ?? 0) + 1);
      this.say(`the app is killed ${when} its ${point}`);
    }
    this.#waiting = this.#waiting.filter((waiting2) => waiting2.tab !== tab);
    if (this.#holder === tab) this.#nextHolder();
  }
  /** Every tab dies at once. */
  powerCut() {
    for (const tab of [...this.tabs]) tab.close();
  }
  signIn(signedIn2) {
    this.signedIn = signedIn2;
    for (const tab of this.tabs) if (tab.isOpen) tab.engine.signIn(signedIn2);
  }
  /** The browser throws all storage of the app away; cookies stay. Answers what waited in it. */
  async evict() {
    this.powerCut();
    const rows2 = await this.storage.ledger.read((t) => t.outbox.all());
    const { deeds: deeds2 } = this.scene.history;
    for (const deed of deeds2.values()) if (deed.ledger === this.ledgerName) deed.isLost = true;
    this.ledgerName += "\u2032";
    this.storage.evict();
    this.outbox.clear();
    return rows2.map(({ m }) => m);
  }
  /** The same machine once more, as from its image: the same device, ledger and cache; null where its storage cannot be cloned. */
  clone(name4) {
    const storage = this.storage.clone();
    if (!storage) return null;
    const twin = new _Tablet(name4, this.scene, storage);
    twin.isClone = true;
    twin.mirror = this.mirror && { ...this.mirror };
    twin.signedIn = this.signedIn;
    twin.outbox = new Map(this.outbox);
    twin.device = this.device;
    return twin;
  }
  /** A database as one tab has it: each use takes a moment, may fail, and is seen by the history. */
  storeFor(kind, tab, store2) {
    const op = (mode) => (work2) => tab.life.pass(`${kind} ${mode}`, mode === "read" ? 2 : 8, async () => {
      const { history } = this.scene;
      if (this.closings > 0) {
        this.closings -= 1;
        history.fault("forced_close");
        if (!this.storage.forceClose()) throw closed2();
      }
      if (mode === "read") return await store2.read(work2);
      if (this.fullness > 0) {
        history.fault("quota");
        throw full();
      }
      const changed = kind === "ledger" ? (t) => this.ledgerTables(this.#ofItsTime(t)) : this.cacheTables;
      const result2 = await store2.write((tables) => work2(changed(tables)));
      await this.#kept(kind);
      return result2;
    });
    return { read: op("read"), write: op("write"), close: () => store2.close() };
  }
  async #kept(kind) {
    const { history } = this.scene;
    const { ledger, cache } = this.storage;
    if (kind === "cache") return await history.cacheKept(this, cache);
    if (!this.device) this.device = (await ledger.read((t) => t.facts.get("device")))?.device ?? "";
    await history.ledgerKept({ name: this.ledgerName, device: this.device, outbox: this.outbox }, ledger, cache);
  }
  /** An app of tomorrow queues totes in capitals, under a version of their own. */
  #ofItsTime(tables) {
    if (!this.isOfTomorrow) return tables;
    const { outbox: outbox2 } = tables;
    const put = (rows2) => outbox2.put(rows2.map((row2) => this.scene.history.deeds.has(row2.m) ? row2 : ofTomorrow(row2)));
    return {
      ...tables,
      outbox: {
        put,
        get: (key) => outbox2.get(key),
        all: () => outbox2.all(),
        after: (q) => outbox2.after(q),
        delete: (keys2) => outbox2.delete(keys2),
        clear: () => outbox2.clear()
      }
    };
  }
  portsFor(tab) {
    const { stage: stage2 } = this.scene;
    const random = {
      uuid: () => {
        tab.lastUuid = tab.client === "" && this.nextClient || this.#dice.uuid();
        this.nextClient = "";
        tab.client ||= tab.lastUuid;
        return tab.lastUuid;
      },
      secret: () => this.#dice.secret(),
      fraction: () => this.#dice.fraction()
    };
    const reserve2 = {
      drop: async () => {
        if (this.fullness > 0 && this.#dice.chance(0.5)) this.fullness -= 1;
      }
    };
    return {
      clock: {
        now: () => stage2.now + this.clockOff,
        sleep: (ms, signal) => new Promise((resolve3) => {
          if (signal.aborted) return resolve3();
          signal.addEventListener("abort", () => resolve3(), { once: true });
          stage2.after(ms, () => !tab.life.isDead && resolve3());
        })
      },
      random: this.randomFor(tab, random),
      network: this.#network(tab),
      lock: this.#lock(tab),
      tabs: this.#tabs(tab),
      mirror: {
        read: () => this.mirror,
        write: (mirror) => {
          if (!tab.life.isDead) this.mirror = mirror;
        }
      },
      reserves: [reserve2, reserve2]
    };
  }
  #tabs(tab) {
    return {
      tell: (message) => {
        if (tab.life.isDead) return;
        for (const other of this.tabs)
          if (other !== tab) this.scene.stage.after(this.#dice.between(0, 5), () => !other.life.isDead && other.heard?.(message));
      },
      listen: (heard) => {
        tab.heard = heard;
        return () => {
          tab.heard = null;
        };
      }
    };
  }
  #lock(tab) {
    return {
      hold: (_name, signal, work2) => tab.life.pass("lock", 2, async () => {
        if (this.#holder && !this.isLockBroken) await new Promise((go) => this.#waiting.push({ tab, go }));
        if (tab.life.isDead) return await never();
        this.#holder = tab;
        await work2(signal);
      })
    };
  }
  #nextHolder() {
    const next2 = this.#waiting.shift();
    this.#holder = next2?.tab ?? null;
    next2?.go();
  }
  #network(tab) {
    const { stage: stage2, server } = this.scene;
    return {
      sync: async (request2, token, signal) => {
        this.rounds += 1;
        const sent = this.onRequest(request2);
        const json2 = JSON.parse(JSON.stringify(sent));
        this.say(`asks, with ${sent.push.length ? sent.push.map(({ m }) => this.scene.history.nameOf(m)).join(", ") : "nothing to send"}`);
        const given2 = new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(aborted()), { once: true }));
        given2.catch(() => void 0);
        const { answer } = await tab.life.pass("request", 3, async () => {
          const coming2 = this.#exchange(json2, token);
          coming2.catch(() => void 0);
          return { answer: coming2 };
        });
        return await tab.life.pass("answer", 3, async () => {
          try {
            const came = await Promise.race([answer, given2]);
            this.say(`hears ${inWords3(came)}`);
            return came;
          } catch (error) {
            this.say(`hears nothing: ${error.message}`);
            throw error;
          }
        });
      },
      listen: (device2, _token, heard, signal) => tab.life.pass("poke stream", 50, async () => {
        if (this.weather !== "good" && this.weather !== "flaky" || !server.isUp) throw failed();
        return await new Promise((resolve3) => {
          const stop = server.listen({
            device: device2,
            tell: (poke2) => {
              if (tab.life.isDead) return stop();
              if (this.weather === "good" || this.weather === "flaky") heard(poke2);
            },
            end: () => resolve3()
          });
          signal.addEventListener("abort", () => resolve3(), { once: true });
          const watch = () => {
            if (!tab.life.isDead && (this.weather === "good" || this.weather === "flaky")) stage2.after(2e4, watch);
            else {
              stop();
              resolve3();
            }
          };
          stage2.after(2e4, watch);
        });
      })
    };
  }
  /** What the air does to one request and its answer. */
  async #exchange(request2, token) {
    const { stage: stage2, history } = this.scene;
    const dice = this.#dice;
    const lose = (fault) => {
      history.fault(fault);
      throw failed();
    };
    if (this.weather === "offline") {
      await stage2.sleep(dice.between(5, 50));
      return lose("drop_request");
    }
    if (this.weather === "portal") {
      await stage2.sleep(dice.between(20, 200));
      history.fault("captive_portal");
      return { status: 200, body: dice.chance(0.5) ? void 0 : { message: "Welcome to the guest network" } };
    }
    const isFlaky = this.weather === "flaky";
    const isSlow = isFlaky && dice.chance(0.12);
    if (isSlow) history.fault("delay");
    const there = isSlow ? dice.between(3e3, 6e4) : dice.between(5, 120);
    const back = isFlaky && dice.chance(0.06) ? dice.between(3e3, 6e4) : dice.between(5, 120);
    if (isFlaky && dice.chance(0.12)) {
      await stage2.sleep(there);
      return lose("drop_request");
    }
    if (this.weather === "errors" && dice.chance(0.6)) {
      await stage2.sleep(there);
      history.fault("server_error");
      if (dice.chance(0.5)) await this.#deliver(request2, token);
      return dice.one([
        { status: 502, body: void 0 },
        { status: 503, body: { message: "busy" } },
        { status: 500, body: { message: "Something went wrong" } }
      ]);
    }
    if (isFlaky && dice.chance(0.12)) {
      history.fault("duplicate");
      stage2.after(dice.between(0, 4e4), () => void this.#deliver(request2, token).catch(() => void 0));
    }
    const { push } = request2;
    if (isFlaky && push[0]?.c === push[1]?.c && push.length > 1 && dice.chance(0.08)) {
      history.fault("stray_request");
      stage2.after(0, () => void this.#deliver({ ...request2, push: push.slice(1) }, token).catch(() => void 0));
    }
    const n = ++this.#sentRequests;
    await stage2.sleep(there);
    if (n < this.#arrived) history.fault("reorder");
    this.#arrived = Math.max(this.#arrived, n);
    const answer = await this.#deliver(request2, token);
    await stage2.sleep(back);
    if (!answer) throw failed();
    if (isFlaky && dice.chance(0.15)) return lose("drop_response");
    return answer;
  }
  async #deliver(request2, token) {
    return await this.scene.server.receive("POST", "/api/sync", token, request2);
  }
  link() {
    return this.tab?.engine.sync.get() ?? { online: false, last_sync_at: null, offline_since: null, next_try_at: null, problem: null };
  }
};

// tests/simulation/template.ts
import { rmSync as rmSync2 } from "node:fs";
import { tmpdir } from "node:os";
import { join as join7 } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { drizzle as drizzle2 } from "drizzle-orm/better-sqlite3";
import { pino } from "pino";

// server/settings.ts
import { join as join6, resolve as resolve2 } from "node:path";
import { z as z101 } from "zod";
var flag = z101.enum(["0", "1"]).transform((value2) => value2 === "1");
var whole2 = (min, max) => z101.coerce.number().int().min(min).max(max);
var carrier = z101.enum(["manual", "manifest-file", "http"]).default("manual");
var variables = z101.object({
  HOST: z101.string().min(1).default("127.0.0.1"),
  PORT: whole2(0, 65535).default(3e3),
  TLS_CERT: z101.string().optional(),
  TLS_KEY: z101.string().optional(),
  DATABASE_URL: z101.string().min(1).optional(),
  DATABASE_POOL: whole2(1, 200).default(10),
  DATA_DIR: z101.string().min(1).default("data/var"),
  PUBLIC_URL: z101.url().optional(),
  SMTP_URL: z101.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z101.string().min(3).default("Kitroom <orders@kitroom.test>"),
  DEMO: flag.optional(),
  NODE_ENV: z101.enum(["development", "test", "production"]).default("development"),
  LOG_LEVEL: z101.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  VAT_RATE: whole2(0, 100).default(20),
  DEFAULT_BOX_WEIGHT_KG: z101.coerce.number().positive().max(1e3).default(5),
  DEFAULT_BOX_COUNT: whole2(1, 99).default(1),
  POSTCODE_PROVIDER: z101.enum(["built-in", "ideal-postcodes"]).default("built-in"),
  POSTCODE_API_KEY: z101.string().min(1).max(200).regex(/^[\w-]+$/).optional(),
  POSTCODE_API_URL: z101.url({ protocol: /^https?$/ }).default("https://api.ideal-postcodes.co.uk/v1"),
  POSTCODE_API_TIMEOUT: whole2(1, 30).default(4),
  ORDER_START_URL: z101.string().includes("{uuid}").default("/orders/{uuid}/edit"),
  STUCK_AFTER_MINUTES: whole2(1, 1e5).default(60),
  SYNC_PAGE_ORDERS: whole2(1, 1e4).default(500),
  COUNT_APPROVAL_LIMIT: whole2(0, 1e6).default(20),
  TRACKING_URL: z101.string().includes("{tracking_number}").optional(),
  TRACKING_URL_SECOND: z101.string().includes("{tracking_number}").optional(),
  CARRIER_FIRST: carrier,
  CARRIER_SECOND: carrier,
  MANIFEST_DIR: z101.string().min(1).optional(),
  MANIFEST_ANSWER_DIR: z101.string().min(1).optional(),
  CARRIER_API_URL: z101.url({ protocol: /^https?$/ }).optional(),
  CARRIER_API_TOKEN: z101.string().min(1).optional(),
  CARRIER_API_TIMEOUT: whole2(1, 60).default(15),
  METRICS_TOKEN: z101.string().min(16).optional(),
  TRUST_PROXY: flag.default(false)
});
var SettingsError = class extends Error {
};
function readSettings(environment) {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value2]) => value2 !== ""));
  const { data, error } = variables.safeParse(set);
  if (error) {
    const [issue] = error.issues;
    throw new SettingsError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (!data.TLS_CERT !== !data.TLS_KEY) throw new SettingsError("TLS_CERT, TLS_KEY: set both or neither");
  if ([data.CARRIER_FIRST, data.CARRIER_SECOND].includes("http") && !data.CARRIER_API_URL)
    throw new SettingsError("CARRIER_API_URL: needed where CARRIER_FIRST or CARRIER_SECOND is http");
  if (data.POSTCODE_PROVIDER === "ideal-postcodes" && !data.POSTCODE_API_KEY)
    throw new SettingsError("POSTCODE_API_KEY: needed where POSTCODE_PROVIDER is ideal-postcodes");
  const manifest_dir = resolve2(data.MANIFEST_DIR ?? join6(data.DATA_DIR, "manifests", "out"));
  const manifest_answer_dir = resolve2(data.MANIFEST_ANSWER_DIR ?? join6(data.DATA_DIR, "manifests", "in"));
  if (manifest_dir === manifest_answer_dir) throw new SettingsError("MANIFEST_ANSWER_DIR: has to be another folder than MANIFEST_DIR");
  const scheme = data.TLS_CERT ? "https" : "http";
  return {
    ...data,
    DATA_DIR: resolve2(data.DATA_DIR),
    manifest_dir,
    manifest_answer_dir,
    database_url: data.DATABASE_URL ?? join6(resolve2(data.DATA_DIR), "kitroom.db"),
    public_url: (data.PUBLIC_URL ?? `${scheme}://${data.HOST}:${data.PORT}`).replace(/\/$/, "")
  };
}

// tests/builders.ts
import { randomUUID as randomUUID4 } from "node:crypto";
var address2 = { address_line_1: "1 Mill Lane", address_line_4: "Leeds", postcode: "LS1 4AP" };
var counter = 0;
var next = () => ++counter;
var only = ([row2]) => {
  if (!row2) throw new Error("Nothing was inserted");
  return row2;
};
function builders(database, now) {
  const insert = (work2) => database.unitOfWork(async (db) => only(await work2(db)));
  const account2 = (values = {}) => insert(
    (db) => db.insert(accounts).values({ name: `Client ${next()}`, created_at: now(), ...values }).returning()
  );
  const site = (account_id, values = {}) => insert(
    (db) => db.insert(sites).values({ account_id, name: `Site ${next()}`, delivery_address: address2, created_at: now(), ...values }).returning()
  );
  let home;
  const user = async (role2, { sites: sites2 = [], ...values } = {}) => {
    if (isClientRole(role2) && values.account_id === void 0) {
      home ??= account2({ name: "Home Client" });
      values.account_id = (await home).id;
    }
    const n = next();
    return database.unitOfWork(async (db) => {
      const person6 = only(
        await db.insert(users).values({
          role: role2,
          forenames: "Person",
          surname: `Number ${n}`,
          email: `person.${n}.${randomUUID4().slice(0, 8)}@example.test`,
          created_at: now(),
          ...values
        }).returning()
      );
      if (sites2.length) await db.insert(userSites).values(sites2.map((site_id) => ({ user_id: person6.id, site_id })));
      return person6;
    });
  };
  const supplier = (values = {}) => insert((db) => {
    const n = next();
    return db.insert(suppliers).values({ name: `Supplier ${n}`, code: `SUP${n}`, created_at: now(), ...values }).returning();
  });
  const product2 = (values = {}) => insert((db) => {
    const n = next();
    return db.insert(products).values({
      sku: `SKU-${n}`,
      name: `Product ${n}`,
      price: 1e3,
      cost: 600,
      bin: `A-01-${n}`,
      is_public: true,
      is_published: true,
      created_at: now(),
      ...values
    }).returning();
  });
  const style4 = async (sizes = ["S", "M", "L"], values = {}) => {
    const parent8 = await product2({ ...values, bin: null });
    const children = [];
    for (const [position2, size] of sizes.entries())
      children.push(
        await product2({
          name: parent8.name,
          ...values,
          parent_id: parent8.id,
          variation_colour: "Navy",
          colour_hex: "#1f2c4d",
          variation_size_1: size,
          position: position2
        })
      );
    return { parent: parent8, children };
  };
  const picture = (product_id, file_id) => insert((db) => db.insert(productMedia).values({ product_id, file_id, position: 0 }).returning());
  const clothingSet2 = (account_id, {
    products: products2 = [],
    wearers: wearers2 = [],
    ...values
  } = {}) => database.unitOfWork(async (db) => {
    const set = only(
      await db.insert(clothingSets).values({ account_id, name: `Set ${next()}`, created_at: now(), ...values }).returning()
    );
    if (products2.length) await db.insert(clothingSetProducts).values(products2.map((held3) => ({ clothing_set_id: set.id, ...held3 })));
    if (wearers2.length) await db.insert(userClothingSets).values(wearers2.map((user_id) => ({ clothing_set_id: set.id, user_id })));
    return set;
  });
  const wear = (user_id, clothing_set_id) => insert((db) => db.insert(userClothingSets).values({ user_id, clothing_set_id }).returning());
  const employeeRole = ({ account_id, holders = [], ...values }) => database.unitOfWork(async (db) => {
    const role2 = only(
      await db.insert(employeeRoles).values({ account_id, name: `Role ${next()}`, created_at: now(), ...values }).returning()
    );
    if (holders.length) await db.insert(userEmployeeRoles).values(holders.map((user_id) => ({ user_id, employee_role_id: role2.id })));
    return role2;
  });
  return { account: account2, site, user, supplier, product: product2, style: style4, picture, clothingSet: clothingSet2, wear, employeeRole };
}

// tests/simulation/template.ts
var START = "2026-11-21T07:00:00.000Z";
async function buildWarehouse() {
  const connection = new BetterSqlite3(":memory:");
  connection.pragma("foreign_keys = ON");
  const db = drizzle2(connection);
  const unitOfWork = async (work2) => {
    connection.exec("BEGIN IMMEDIATE");
    const result2 = await work2(db);
    connection.exec("COMMIT");
    return result2;
  };
  const restructure = async (change) => {
    connection.pragma("foreign_keys = OFF");
    await unitOfWork(change);
    connection.pragma("foreign_keys = ON");
  };
  const database = { engine: "sqlite", reader: db, unitOfWork, restructure, pool: null };
  await migrate(database);
  const make = builders(database, () => START);
  const signIn = async (user) => {
    const { token } = await unitOfWork((tx) => openSession(tx, user, new Date(START), { device_name: "Tablet" }));
    return { id: user.id, name: `${user.forenames} ${user.surname ?? ""}`.trim(), role: user.role, token };
  };
  const office = await signIn(await make.user("super", { forenames: "Olive", surname: "Office" }));
  const people5 = [];
  for (const forenames of ["Aisha", "Ben", "Carla", "Dan", "Ewa"])
    people5.push(await signIn(await make.user("warehouse", { forenames, surname: "Floor" })));
  people5.push(await signIn(await make.user("super", { forenames: "Sven", surname: "Super" })));
  const reasons = ["DAMAGED", "NOT_IN_BIN", "OTHER"];
  await unitOfWork(
    (tx) => tx.insert(errorCodes).values(reasons.map((code) => ({ code, description: code.toLowerCase(), requires_input: code === "OTHER" }))).onConflictDoNothing()
  );
  const products2 = [];
  for (let i = 1; i <= 8; i++) {
    const { id: id9 } = await make.product({ sku: `POLO-${i}`, bin: `A-0${i}-1` });
    products2.push(id9);
    await unitOfWork((tx) => tx.insert(stockLevels).values({ product_id: id9, qty_available: 12, qty_allocated: 0 }));
  }
  const dice = new Dice(1);
  const account2 = await make.account({ name: "Northgate Facilities" });
  const site = await make.site(account2.id, { name: "Leeds Depot" });
  const requester3 = await make.user("manager", { account_id: account2.id, sites: [site.id] });
  const wearers2 = [requester3];
  for (let i = 0; i < 2; i++) wearers2.push(await make.user("employee", { account_id: account2.id, sites: [site.id] }));
  const made = [];
  for (let i = 0; i < 10; i++) {
    const uuid = dice.uuid();
    const [order] = await unitOfWork(
      (tx) => tx.insert(orders).values({
        uuid,
        account_id: account2.id,
        creator_id: requester3.id,
        requester_id: requester3.id,
        delivery_site_id: site.id,
        delivery_address: { address_line_1: "1 Mill Lane", address_line_4: "Leeds", postcode: "LS1 4AP" },
        contact_name: "Ann Other",
        skip_dispatch: i === 7,
        created_at: START,
        status_since: START,
        submitted_at: START,
        status: "submitted"
      }).returning({ id: orders.id })
    );
    if (!order) throw new Error("No order was made.");
    made.push({ id: order.id, uuid });
    const worn2 = i % 3 === 0 ? wearers2.slice(0, 2) : [wearers2[i % 3] ?? requester3];
    await unitOfWork(async (tx) => {
      await tx.insert(orderEmployees).values(worn2.map(({ id: id9 }) => ({ order_id: order.id, employee_id: id9 })));
      await tx.insert(orderLines).values(
        Array.from({ length: 2 + i % 3 }, (_, l) => ({
          order_id: order.id,
          employee_id: worn2[l % worn2.length]?.id ?? requester3.id,
          product_id: products2[(i * 3 + l * 5) % products2.length] ?? 0,
          product_name: "Polo Shirt",
          decoration: (i + l) % 4 === 0 ? "Logo left chest" : null,
          qty_requested: 1 + (i + l) % 3,
          unit_price: 1e3,
          vat_rate: 20,
          is_size_selected: true,
          created_at: START
        }))
      );
    });
  }
  const DATA_DIR = join7(tmpdir(), `kitroom-simulation-${process.pid}`);
  process.on("exit", () => rmSync2(DATA_DIR, { recursive: true, force: true }));
  const settings = readSettings({ NODE_ENV: "test", DEMO: "0", LOG_LEVEL: "silent", DATA_DIR });
  const image = connection.serialize();
  connection.close();
  return { database: image, settings, office, people: people5, orders: made, products: products2, reasons };
}
var quiet = pino({ level: "silent" });

// tests/simulation/story.ts
var STEPS = 250;
var REAL_STORAGE_EVERY = 25;
var HEALING = 12 * 6e4;
var MOST_ROUNDS = 60;
var Story = class {
  dice;
  stage = new Stage();
  history = new History(this.stage);
  server;
  scene;
  warehouse;
  office;
  plot;
  tablets = [];
  backup = null;
  disabled = /* @__PURE__ */ new Set();
  /** What evictions took with them. */
  losses = [];
  /** What a person was told is saved. */
  saidToBeSaved = /* @__PURE__ */ new Set();
  isReleased = false;
  #unheard = null;
  #isHealing = false;
  constructor(plot, warehouse) {
    this.plot = plot;
    this.warehouse = warehouse;
    this.dice = new Dice(plot.seed);
    this.server = new ServerRoom({
      stage: this.stage,
      dice: this.dice.fork(),
      template: warehouse.database,
      settings: { ...warehouse.settings, SYNC_PAGE_ORDERS: this.dice.one([1, 2, 3, 500, 500]) ?? 500 },
      log: quiet,
      ear: this.history
    });
    this.scene = { stage: this.stage, dice: this.dice, history: this.history, server: this.server };
    this.office = new Office(this.scene, warehouse);
    this.history.isResolved = (m) => this.server.connection.prepare("select 1 from sync_outcomes where m = ? and resolved_at is not null").get(m) !== void 0;
    this.server.onCrash = () => {
      if (this.#isHealing) return;
      this.history.say("the server is down");
      this.stage.after(this.dice.between(500, 2e4), () => this.startServer());
    };
    this.server.onBusy = () => this.history.fault("busy_database");
    this.server.losesPoke = () => {
      const isLost = !this.#isHealing && this.dice.chance(0.5);
      if (isLost) this.history.fault("lost_poke");
      return isLost;
    };
  }
  startServer() {
    if (this.server.isRunning) return;
    this.begin(this.server.start());
    this.history.say("the server is up");
  }
  /** Something goes on beside the story; what it throws ends it. */
  begin(work2) {
    work2.catch((error) => {
      this.#unheard ??= error;
    });
  }
  async tell() {
    const begun = performance.now();
    const giveBack = drawFrom(this.dice.fork());
    const deafen = this.history.listen();
    const undo = this.plot.saboteur?.install?.(this);
    const onError = (error) => {
      this.#unheard ??= error;
    };
    process.on("unhandledRejection", onError);
    try {
      await this.#play();
    } finally {
      process.off("unhandledRejection", onError);
      for (const tablet of this.tablets) tablet.powerCut();
      undo?.();
      deafen();
      giveBack();
      mutationVersions["pick.assign_tote"] = 1;
      delete upcasters["pick.assign_tote"];
      this.server.close();
    }
    return this.#told(performance.now() - begun);
  }
  async #play() {
    const { dice, stage: stage2, plot } = this;
    this.startServer();
    await this.#pass(20);
    const isReal = plot.saboteur ? false : plot.seed % REAL_STORAGE_EVERY === 0;
    for (const name4 of "ABCDE".slice(
      0,
      dice.weighted([
        [5, 3],
        [3, 4],
        [2, 5]
      ]) ?? 3
    ))
      this.addTablet(new Tablet(name4, this.scene, isReal ? new BrowserStorage(stage2) : void 0));
    for (const order of this.warehouse.orders.slice(0, dice.between(3, 6))) this.begin(this.office.release(order));
    for (const tablet of this.tablets) {
      this.signIn(tablet, dice.one(this.warehouse.people) ?? this.warehouse.office);
      tablet.boot();
    }
    await this.#pass(dice.between(1e3, 5e3));
    for (let step = 0; step < (plot.steps ?? STEPS) && !this.#isOver(); step++) {
      await this.#pass(dice.chance(0.85) ? dice.between(20, 500) : dice.between(1e3, 9e3));
      if (!this.#isOver()) this.#step();
    }
    if (!this.#isOver()) await this.#end();
  }
  #isOver() {
    if (this.#unheard) throw this.#unheard;
    return this.history.broken !== null;
  }
  async #pass(ms) {
    const until = this.stage.now + ms;
    await this.stage.play(() => this.history.broken !== null || this.#unheard !== null, until);
    this.stage.now = Math.max(this.stage.now, until);
  }
  addTablet(tablet) {
    this.tablets.push(tablet);
    this.plot.saboteur?.equip?.(tablet);
  }
  #step() {
    const { dice } = this;
    const does = dice.weighted([
      [66, "floor"],
      [12, "office"],
      [22, "fault"]
    ]);
    if (does === "office" && this.server.isUp) this.begin(this.office.act());
    else if (does === "fault") strike(this);
    else this.#floor();
  }
  #floor() {
    const { dice } = this;
    const tablet = dice.one(this.tablets);
    if (!tablet) return;
    if (tablet.tabs.length === 0) {
      tablet.boot();
      return;
    }
    const tab = dice.one(tablet.tabs.filter(({ isOpen: isOpen2 }) => isOpen2));
    if (!tab) return;
    if (tab.isBlocked()) {
      if (dice.chance(0.5)) this.makeRoom(tablet);
      return;
    }
    if (tablet.link().problem === "sign_in" && dice.chance(0.4)) {
      this.begin(this.signInAgain(tablet));
      return;
    }
    const times = dice.chance(0.25) ? dice.between(2, 5) : 1;
    for (let i = 0; i < times; i++) this.act(tab);
  }
  /** A person does something; what is said to be saved has to be. */
  act(tab) {
    const { tablet } = tab;
    const me = tablet.signedIn?.actor;
    if (!me || tab.life.isDead || tab.isBlocked()) return;
    const doing2 = choose(tab, me.id, this.dice, this.warehouse.reasons);
    if (!doing2) return;
    const before = tab.lastUuid;
    const acting = tab.engine.act(doing2.n, doing2.a);
    const m = tab.lastUuid;
    acting.then(
      (verdict) => {
        if (verdict.ok && m !== before) {
          this.saidToBeSaved.add(m);
          this.history.check(
            "saved_is_kept",
            this.history.deeds.has(m),
            () => `${tablet.name} said that ${doing2.n} was saved, and it is not in the ledger`
          );
        } else tablet.say(`${doing2.n} is refused on the screen`);
      },
      (error) => tablet.say(`${doing2.n} is not saved: ${String(error)}`)
    );
  }
  makeRoom(tablet) {
    tablet.fullness = 0;
    tablet.say("room is made on the disk");
    for (const tab of tablet.tabs) if (tab.isOpen) void tab.engine.retrySave().catch(() => void 0);
  }
  signIn(tablet, person6, token = person6.token) {
    tablet.say(`${person6.name} signs in`);
    tablet.signIn({ token, actor: { id: person6.id, name: person6.name, role: person6.role } });
  }
  async signInAgain(tablet, person6) {
    const who3 = person6 ?? this.dice.one(this.warehouse.people.filter(({ id: id9 }) => !this.disabled.has(id9)));
    if (!who3 || !this.server.isUp) return;
    const session = await this.server.unit((db) => openSession(db, who3, new Date(this.stage.now), { device_name: "Tablet" }));
    if (session) this.signIn(tablet, who3, session.token);
  }
  /** The session of the person at a tablet is over on the server. */
  async expire(tablet) {
    const token = tablet.signedIn?.token;
    if (!token) return;
    await this.server.unit((db) => db.delete(sessions).where(eq137(sessions.token_hash, hashToken(token))));
  }
  async disable(person6, is_disabled) {
    if (is_disabled) this.disabled.add(person6.id);
    else this.disabled.delete(person6.id);
    this.history.say(`office: ${person6.name} is ${is_disabled ? "disabled" : "let in again"}`);
    await this.server.unit((db) => run(db, sql118`update users set is_disabled = ${is_disabled ? 1 : 0} where id = ${person6.id}`));
  }
  takeBackup() {
    this.backup = { image: this.server.backup(), history: this.history.backup() };
    this.history.say("a backup is taken");
  }
  restore() {
    if (!this.backup || !this.server.isUp) return;
    const mark = this.server.mark();
    const witness = this.dice.chance(0.5) ? this.tablets.find((tablet) => tablet.tab && tablet.link().online && !tablet.link().problem) : void 0;
    this.server.crash();
    this.server.restore(Buffer.from(this.backup.image), witness ? null : mark);
    this.history.restored(this.backup.history);
    if (witness) this.#onlyFor(witness, mark);
    this.history.fault("restore");
    for (const loss of this.losses) loss.isRestored = true;
    this.history.say(`the backup is restored${witness ? `, and only ${witness.name} can tell` : ""}`);
  }
  /** Where nothing beside the database tells that it is a restored one, a tablet has to: the first to speak is one that knows more. */
  #onlyFor(witness, mark) {
    const { server, stage: stage2 } = this;
    const { epoch } = server.mark();
    const { device: device2 } = witness;
    server.onlyFor = device2;
    const look2 = (left2) => {
      if (server.onlyFor !== device2) return;
      if (server.mark().epoch !== epoch) server.onlyFor = null;
      else if (left2 > 0) stage2.after(500, () => look2(left2 - 1));
      else {
        server.onlyFor = null;
        server.crash();
        server.leaveMark(mark);
        this.startServer();
      }
    };
    stage2.after(500, () => look2(40));
  }
  /** The server is updated: it knows the tote of tomorrow, and keeps understanding that of today. */
  release() {
    if (this.isReleased) return;
    this.isReleased = true;
    mutationVersions["pick.assign_tote"] = TOMORROW;
    upcasters["pick.assign_tote"] = {
      1: {
        since: this.stage.time,
        up: (a) => {
          this.history.fault("old_version");
          return { ...a, tote: typeof a.tote === "string" ? a.tote.toUpperCase() : null };
        }
      }
    };
    this.history.say("the office is updated");
  }
  /** Everything works again; every queue has to empty, every tablet to agree with the office, and every open item to be seen and closed. */
  async #end() {
    const { history, stage: stage2 } = this;
    this.#isHealing = true;
    history.say("everything works again");
    this.release();
    this.server.isBusy = false;
    for (let tries = 0; tries < 3; tries++) {
      this.startServer();
      await this.stage.play(() => this.server.onlyFor === null && this.server.isUp, this.stage.now + 6e4);
    }
    this.server.crashAt(Number.POSITIVE_INFINITY, "before");
    for (const tablet of this.tablets) {
      tablet.weather = "good";
      tablet.closings = 0;
      for (const tab of tablet.tabs) tab.life.fuse = null;
      if (tablet.tabs.length === 0) tablet.boot();
      this.makeRoom(tablet);
      tablet.rounds = 0;
    }
    const [someone] = this.warehouse.people.filter(({ role: role2 }) => role2 === "super");
    for (const tablet of this.tablets) await this.#waitFor(this.signInAgain(tablet, someone));
    const isEmpty = () => this.tablets.every((tablet) => tablet.outbox.size === 0 && tablet.tab !== null && tablet.link().online);
    const isDone = await stage2.play(() => isEmpty() || history.broken !== null || this.#unheard !== null, stage2.now + HEALING);
    if (this.#isOver()) return;
    history.check("queue_empties", isDone, () => this.tablets.map((tablet) => this.#stuck(tablet)).join("; "));
    for (const tablet of this.tablets)
      history.check("queue_empties", tablet.rounds <= MOST_ROUNDS, () => `${tablet.name} took ${tablet.rounds} exchanges`);
    if (this.#isOver()) return;
    await this.#pass(8e4);
    if (this.#isOver()) return;
    await this.#atRest();
    if (this.#isOver()) return;
    await this.#close();
  }
  #stuck(tablet) {
    const { problem, online } = tablet.link();
    return `${tablet.name}: ${tablet.outbox.size} waiting, ${tablet.tab ? "open" : "not open"}, ${online ? "online" : "offline"}, ${problem ?? "no problem"}`;
  }
  async #atRest() {
    const { history, server } = this;
    const outcomes3 = new Set(server.connection.prepare("select m from sync_outcomes").all().map(({ m }) => m));
    for (const [m, deed] of history.deeds) {
      if (!deed.isLost) history.check("one_outcome", outcomes3.has(m), () => `${history.nameOf(m)} has no outcome`);
    }
    const attention2 = new Set((await this.#waitFor(this.office.attention())).map(({ m }) => m));
    const open4 = server.connection.prepare(`select m, device from sync_outcomes where outcome in ('conflict', 'rejected') and resolved_at is null`).all();
    for (const { m } of open4) {
      history.check("visible_until_resolved", attention2.has(m), () => `the office does not see ${history.nameOf(m)}`);
    }
    for (const tablet of this.tablets) await this.#compare(tablet, open4);
    for (const tablet of this.tablets) {
      const losses2 = this.losses.filter((loss) => loss.tablet === tablet);
      if (losses2.some(({ isRestored }) => isRestored)) continue;
      const lost = losses2.reduce((sum3, { n }) => sum3 + n, 0);
      const count17 = server.connection.prepare("select n from sync_losses where lost_device = ?");
      const told = tablet.formerDevices.reduce((sum3, device2) => sum3 + (count17.get(device2)?.n ?? 0), 0);
      history.check(
        "loss_is_told",
        told >= lost,
        () => `${lost} actions of ${tablet.name} were thrown away, and the office has been told of ${told}`
      );
    }
    const wrong = server.connection.prepare(
      `select level.product_id, level.qty_allocated, coalesce(sum(line.qty_allocated), 0) as held from stock_levels level
          left join order_lines line on coalesce(line.picked_product_id, line.product_id) = level.product_id
          group by level.product_id, level.qty_allocated having level.qty_allocated <> coalesce(sum(line.qty_allocated), 0)`
    ).get();
    history.check("allocated_within_stock", wrong === void 0, () => `allocated is not what orders hold: ${JSON.stringify(wrong)}`);
  }
  async #waitFor(work2) {
    let result2 = null;
    this.begin(
      work2.then((value2) => {
        result2 = { value: value2 };
      })
    );
    await this.stage.play(() => result2 !== null || this.#unheard !== null, this.stage.now + 6e4);
    if (this.#unheard) throw this.#unheard;
    if (!result2) throw new Error("The server has not answered.");
    return result2.value;
  }
  async #compare(tablet, open4) {
    const { history } = this;
    const fresh = await this.#waitFor(this.#freshRows(tablet));
    const held3 = (await new Cache(tablet.storage.cache).rows(null)).rows;
    const shown2 = tablet.tab?.engine.screens.get().floor.rows;
    const queue = await tablet.storage.ledger.read((t) => t.outbox.all());
    const floor = layOver({ rows: held3, waiting: /* @__PURE__ */ new Map() }, queue).rows;
    for (const kind of kinds) {
      const isLeftBehind = kind === "wearer" || kind === "product";
      const other = differing(held3[kind], fresh[kind], isLeftBehind);
      history.check("tablets_equal_server", other === null, () => `${tablet.name} holds another ${kind}: ${other}`);
      const unseen = differing(shown2[kind], floor[kind], false);
      history.check("tablets_equal_server", unseen === null, () => `${tablet.name} shows another ${kind} than it holds: ${unseen}`);
    }
    const seen = new Set((tablet.tab?.engine.sync.get().open ?? []).map(({ m }) => m));
    const own2 = open4.filter(({ device: device2 }) => device2 === tablet.device).map(({ m }) => m);
    for (const m of own2) history.check("visible_until_resolved", seen.has(m), () => `${tablet.name} does not show ${history.nameOf(m)}`);
    history.check("visible_until_resolved", seen.size === own2.length, () => `${tablet.name} shows what is closed`);
  }
  async #freshRows(tablet) {
    const facts = await tablet.storage.ledger.read((t) => t.facts.get("device"));
    const cache = new Cache(cacheDisk());
    for (; ; ) {
      const { cursor: cursor2 } = await cache.standing();
      const answer = await this.server.receive("POST", "/api/sync", this.warehouse.office.token, {
        ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 0, push: [] },
        pull: { cursor: cursor2, lm: {} }
      });
      const read = readAnswer.parse(answer?.body);
      await cache.apply(cursor2, read, this.stage.time);
      if (!read.more) return (await cache.rows(null)).rows;
    }
  }
  /** A person closes everything that is open; then nothing may be left. */
  async #close() {
    const { history } = this;
    for (let round = 0; round < 5; round++) {
      const items = (await this.#waitFor(this.office.attention())).filter(({ kind }) => kind === "outcome");
      if (items.length === 0) break;
      for (const { m } of items)
        await this.#waitFor(this.office.call(`close ${history.nameOf(m)}`, "POST", `/api/admin/attention/${m}/resolve`, { choice: "dismiss" }));
    }
    await this.#pass(8e4);
    if (this.#isOver()) return;
    for (const tablet of this.tablets) {
      const left2 = tablet.tab?.engine.sync.get().open ?? [];
      history.check(
        "visible_until_resolved",
        left2.length === 0,
        () => `${tablet.name} still shows ${left2.map(({ m }) => history.nameOf(m)).join(", ")}`
      );
    }
  }
  #told(ms) {
    const { history } = this;
    const broken = history.broken;
    return {
      seed: this.plot.seed,
      broken: broken && { invariant: broken.invariant, message: broken.message },
      hash: hashOf2(history.trace),
      trace: history.trace,
      faults: Object.fromEntries(history.faults),
      checks: Object.fromEntries(history.checks),
      kills: Object.fromEntries(history.kills),
      done: Object.fromEntries(history.done),
      codes: Object.fromEntries(history.codes),
      deeds: history.deeds.size,
      ms
    };
  }
};
function differing(mine, theirs, mayHaveMore) {
  for (const [key, row2] of theirs) {
    if (JSON.stringify(mine.get(key)) !== JSON.stringify(row2)) return `${JSON.stringify(mine.get(key))} where the other is ${JSON.stringify(row2)}`;
  }
  const more = mayHaveMore ? void 0 : [...mine.keys()].find((key) => !theirs.has(key));
  return more === void 0 ? null : `${JSON.stringify(mine.get(more))} which is not there`;
}
var hashOf2 = (lines2) => createHash4("sha256").update(lines2.join("\n")).digest("hex");

// tests/simulation/worker.ts
var brief = (told) => told.broken || process.env.SIMULATION_TRACE ? told : { ...told, trace: [] };
async function work(job) {
  const warehouse = await theWarehouse();
  const tell = (seed, plot = {}) => new Story({ seed, ...plot }, warehouse).tell();
  if (job.do === "tell") {
    const plot = job.steps ? { steps: job.steps } : {};
    const told = await tell(job.seed, plot);
    const isSame2 = job.twice ? (await tell(job.seed, plot)).hash === told.hash : null;
    return { did: "told", told: brief(told), isSame: isSame2 };
  }
  const saboteur = saboteurs[job.saboteur];
  const faults2 = "faults" in saboteur ? saboteur.faults : {};
  const by2 = {};
  for (let seed = 1; seed <= job.most; seed++) {
    const told = await tell(seed, { faults: faults2, saboteur });
    const first = told.broken?.invariant ?? "none";
    by2[first] = (by2[first] ?? 0) + 1;
    if (first !== saboteur.caught_by) continue;
    if (!(await tell(seed, { faults: faults2 })).broken) return { did: "caught", saboteur: job.saboteur, seed, stories: seed, by: by2 };
  }
  return { did: "caught", saboteur: job.saboteur, seed: null, stories: job.most, by: by2 };
}
setMaxListeners(0);
var built = null;
async function theWarehouse() {
  await answerCheck();
  built ??= buildWarehouse();
  return await built;
}
if (process.send) {
  if (!process.env.SIMULATION_TRACE) Error.stackTraceLimit = 0;
  process.on("message", (job) => {
    work(job).then(
      (done) => process.send?.({ done }),
      (error) => process.send?.({ error: error instanceof Error ? error.stack ?? error.message : String(error) })
    );
  });
  process.once("disconnect", () => process.exit());
}
export {
  work
};
