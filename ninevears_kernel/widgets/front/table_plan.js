// A march as one plan: who goes, which way, where to, with the risks on the way, before anything is chosen. What may
// be done is the engine's answer to `plan`; here it is drawn.

const PLANNED = ["force", "march"]; // decisions at which a march is planned as soon as they are reached
const percent = (chance) => `${Math.round(chance * 100)}%`;

const planning = {
  // The counters of the force: a click leaves one behind or takes it along.
  force(table) {
    const { plan, words } = table;
    const fixed = plan.decision === "march";
    const leaders = plan.leaders.map((one) => h("button", { type: "button", className: `chip${one.goes ? " on" : ""}`, "aria-pressed": String(one.goes), "data-key": `leader-${one.name}`, title: one.why.map(({ says }) => says).join(" "),
      disabled: fixed || (!one.goes && one.why.length > 0), onclick: () => table.replan({ leaders: plan.leaders.filter(({ name, goes }) => (name === one.name ? !goes : goes)).map(({ name }) => name), corps: null }) }, one.name));
    const taken = (kind, by) => plan.corps.map((one) => [one.kind, one.goes + (one.kind === kind ? by : 0)]).filter(([, goes]) => goes > 0).map(([name, goes]) => `${goes} ${name}`);
    const all = plan.corps.reduce((sum, { goes }) => sum + goes, 0);
    const corps = plan.corps.map((one) => h("span", { className: "counter" },
      h("button", { type: "button", "aria-label": `− ${one.says}`, "data-key": `less-${one.kind}`, disabled: fixed || !one.goes, onclick: () => table.replan({ corps: taken(one.kind, -1) }) }, "−"), h("b", {}, `${one.goes}/${one.there}`), ` ${one.kind} `,
      h("button", { type: "button", "aria-label": `+ ${one.says}`, "data-key": `more-${one.kind}`, disabled: fixed || one.goes >= one.there || all >= plan.most, onclick: () => table.replan({ corps: taken(one.kind, 1) }) }, "+")));
    return h("div", { className: "force" }, h("h4", { className: "sc" }, filled(words.plan.force, { points: plan.here?.left ?? plan.points })), h("div", { className: "chips" }, leaders, corps));
  },

  lights(table, target) {
    const off = () => table.gazed === target && table.gaze(null);
    const on = (event) => event.pointerType === "mouse" && !table.rests(event) && table.gaze(target);
    return { "data-place": target.space, onpointerenter: on, onpointermove: on, onpointerleave: off,
      onfocus: (event) => event.target.matches(":focus-visible") && table.gaze(target), onblur: off };
  },

  target(table, target) {
    const on = table.target?.space === target.space;
    return h("button", { type: "button", className: `ab pick${on ? " on" : ""}`, "data-key": `target-${target.space}`, "aria-pressed": String(on), ...planning.lights(table, target), onclick: (event) => table.aim(target, table.single(event)) },
      h("span", { className: "says" }, table.sheet.spaces[target.space].name, target.course.length ? bar(target.course, "oddsline", 0.09, target.ends) : null, h("small", {}, target.then[0]?.says ?? "")));
  },

  // Where something may happen on the way or at its end.
  against: ({ targets }) => targets.filter(({ ground, then, unopposed }) => ground === "enemy" || then.length || unopposed < 1),

  // The siege roll that a force makes where it stands, as a target.
  siege: (plan, words) => ({ besiege: true, says: words.plan.siege, then: [plan.besiege], way: [], risks: [], unopposed: 1 }),

  // The places in reach: those of the enemy as cards, one's own as chips.
  panel(table) {
    const { plan, words } = table;
    const enemy = planning.against(plan);
    const own = plan.targets.filter((one) => !enemy.includes(one));
    const [against] = plan.besiege?.why ?? [];
    const roll = against ? h("p", { className: "no shutout" }, h("i", { className: "lock" }), h("b", {}, `${words.plan.siege}: `), against.says, paragraph(against.clause, table.ruleOf), against.remedy ? h("small", {}, `${words.fix} ${against.remedy}`) : null) : plan.besiege ? h("button", { type: "button", className: `ab pick${table.target?.besiege ? " on" : ""}`, "data-key": "besiege", onclick: () => table.aim(planning.siege(plan, words)) },
      h("span", { className: "says" }, words.plan.siege, h("small", {}, plan.besiege.says ?? "")), plan.besiege.chance === undefined ? null : h("span", { className: "risk" }, h("b", {}, percent(plan.besiege.chance)))) : null;
    return [
      planning.force(table),
      roll,
      enemy.length ? h("h4", { className: "sc" }, words.plan.enemy) : null,
      h("div", { className: "list" }, enemy.map((one) => planning.target(table, one))),
      own.length ? h("h4", { className: "sc" }, words.plan.own) : null,
      h("div", { className: "chips" }, own.map((one) => h("button", { type: "button", className: `chip${table.target?.space === one.space ? " on" : ""}`, "data-key": `target-${one.space}`, ...planning.lights(table, one), onclick: (event) => table.aim(one, table.single(event)) }, table.sheet.spaces[one.space].name, " ", h("small", {}, `${one.cost}`)))),
      plan.closed.length ? h("div", {}, plan.closed.slice(0, 3).map(({ space, why }) => h("p", { className: "no shutout" }, h("i", { className: "lock" }), h("b", {}, `${table.sheet.spaces[space].name}: `), why[0]?.says ?? "", paragraph(why[0]?.clause, table.ruleOf), why[0]?.remedy ? h("small", {}, `${words.fix} ${why[0].remedy}`) : null))) : null,
    ].filter(Boolean);
  },

  spent: ({ plan, words }, target) => filled(words.plan.spent, { count: target.cost, points: plan.points }),

  // A target: the chances; when it is marked, also who may stand in the way and what comes then, but for what its card
  // and the button say.
  preview(table, target) {
    const { words, ruleOf, plan } = table;
    const marked = target === table.target, risky = Boolean(target.course?.length), card = !target.besiege && planning.against(plan).includes(target);
    const rows = [];
    if (!marked && !risky && target.cost !== undefined) rows.push([words.plan.cost, h("span", {}, planning.spent(table, target))]);
    if (marked || !risky) {
      rows.push(...target.risks.flatMap(({ by }) => by).map(({ says }) => [words.plan.who, h("span", {}, says)]));
      if (target.stops && target.then.every(({ chance }) => chance === undefined)) rows.push([words.plan.ends, h("span", {}, target.stops.why, paragraph(target.stops.clause, ruleOf))]);
      const then = target.given ? target.then.slice(0, -1) : target.then; // the bar has the battle
      for (const { says, clause } of then.slice(marked && card ? 1 : 0)) rows.push([words.then, h("span", {}, says, paragraph(clause, ruleOf))]);
    }
    const parts = marked ? [] : [h("h3", {}, target.says)];
    const { side } = table.state.question, [roll] = target.then;
    if (target.course?.length) parts.push(target.given ? h("p", { className: "given" }, target.given) : null, odds(target.course));
    else if (target.besiege && roll.chance !== undefined) {
      const whole = Math.round(roll.chance * 100);
      parts.push(odds([[roll.chance, words.plan.weakened, side, whole, ""], [1 - roll.chance, words.plan.holds, null, 100 - whole, ""]]));
    }
    parts.push(h("dl", {}, rows.map(([name, value], index) => [h("dt", {}, index && rows[index - 1][0] === name ? "" : name), h("dd", {}, value)])));
    if (target.left && target === table.target) parts.push(h("div", { className: "planmore" },
      h("label", {}, h("input", { type: "checkbox", checked: table.stops, "data-key": "stops", onchange: (event) => { table.stops = event.target.checked; } }), ` ${words.plan.stop}`),
      h("button", { type: "button", className: "chip", "data-key": "further", onclick: () => table.replan({ way: target.way }) }, words.plan.further)));
    return parts.filter(Boolean);
  },

  // On the map: the way that was marked, and on each place what may happen there.
  marks({ plan, target: marked, gazed }) {
    const target = marked ?? gazed;
    const legal = new Map(plan.targets.map(({ space, ground }) => [space, `${ground === "enemy" ? "foe" : ""}${marked?.space === space ? " on" : ""}`.trim()]));
    const labels = (target?.risks ?? []).filter(({ chance, passes }) => chance > 0 || passes < 1).map(({ space, chance, passes }) => [space, percent(1 - (1 - chance) * passes)]);
    const ways = target && target.way.length > 1 ? [{ way: target.way, name: "plan" }] : plan.way.length > 1 ? [{ way: plan.way, name: "plan" }] : [];
    return { legal, labels, ways };
  },
};
