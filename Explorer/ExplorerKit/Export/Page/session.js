// A store's past, from the records of the wire: states at checkpoints, commits with changes, gaps.

/// Applies a change to a state. Copies what `owned` does not hold, so that other states stay as they are.
function applyChange(value, path, place, change, owned) {
  if (place === path.length) return change.new;
  const node = owned.has(value) ? value : Array.isArray(value) ? value.slice() : { ...value };
  if (!isObject(value)) throw new Error('There is nothing at ' + pathText(path));
  owned.add(node);
  if (tag(node) === 'case') {
    // Paths of earlier versions lead into the payload without the case.
    const next = path[place] === node.name && hasPayload(node) ? place + 1 : place;
    node.payload = next > place && payloadOf(node) !== node.payload
      ? { _0: applyChange(node.payload._0, path, next, change, owned) }
      : applyChange(node.payload ?? {}, path, next, change, owned);
    return node;
  }
  const step = path[place];
  const isLast = place === path.length - 1;
  if (Array.isArray(node)) {
    if (!isLast) node[step] = applyChange(node[step], path, place + 1, change, owned);
    else if (change.kind === 'add') node.splice(step, 0, change.new);
    else if (change.kind === 'remove') node.splice(step, 1);
    else if (change.kind === 'move') node.splice(change.to, 0, ...node.splice(step, 1));
    else node[step] = change.new;
    return node;
  }
  const key = wireKey(step);
  const setMember = (inner) => Object.defineProperty(node, key,
    { value: inner, writable: true, enumerable: true, configurable: true });
  if (!isLast) setMember(applyChange(node[key], path, place + 1, change, owned));
  else if (change.kind === 'remove') delete node[key];
  else if (change.kind === 'set') setMember(change.new);
  else {
    // Members have an order.
    const members = Object.entries(node).filter(([name]) => name !== key);
    const position = change.kind === 'move' ? change.to : change.position ?? members.length;
    members.splice(position, 0, [key, change.kind === 'move' ? node[key] : change.new]);
    const ordered = Object.fromEntries(members);
    owned.add(ordered);
    return ordered;
  }
  return node;
}

/// The number of entries between states that are kept.
const stride = 32;

class Store {
  constructor(data) {
    this.label = data.label;
    this.hello = data.hello;
    this.runs = data.runs;
    /// Commits and gaps in their order; each knows whether the state after it is known.
    this.entries = [];
    /// {at: the number of entries in front, number, state}
    this.checkpoints = [];
    this.ledTo = new Map();
    this.startedBy = new Map();
    this.runByNumber = new Map();
    /// Of the segment behind one checkpoint, the states in front of each so many entries.
    this.replayed = undefined;
    this.read(data.items);
    for (const run of this.runs) {
      makeNumbers(run, ['started', 'ended', 'duration']);
      this.runByNumber.set(run.run, run);
      if (run.commit !== undefined) append(this.startedBy, run.commit, run);
    }
  }

  read(records) {
    let isKnown = false;
    let last;
    for (const record of records) {
      makeNumbers(record, ['time', 'reducing', 'count', 'omittedChanges', 'from', 'to']);
      if (record.type === 'state') {
        this.checkpoints.push({
          at: this.entries.length, number: record.number, state: record.state,
        });
        isKnown = true;
        last = record.number;
        continue;
      }
      if (record.type === 'dropped') {
        this.entries.push({ ...record, number: record.to, isGap: true, isKnown: false });
        isKnown = false;
        last = record.to;
        continue;
      }
      const count = Math.max(record.count ?? 1, 1);
      isKnown = isKnown && !record.changesUnknown && !record.omittedChanges
        && (last === undefined || record.number - count === last);
      record.isKnown = isKnown;
      record.changes ??= [];
      last = record.number;
      this.entries.push(record);
      if (record.cause) append(this.ledTo, record.cause.commit, this.entries.length - 1);
    }
  }

  get commitCount() {
    let count = 0;
    for (const entry of this.entries) if (!entry.isGap) count += Math.max(entry.count ?? 1, 1);
    return count;
  }

  /// The place of a commit, or of what stands for it; undefined if it is not held.
  indexOf(number) {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle].number < number) low = middle + 1; else high = middle;
    }
    // Commits that are part of a gap stand in front of it, with numbers of their own.
    for (; low < this.entries.length; low += 1) {
      const entry = this.entries[low];
      if (entry.isGap) continue;
      return number > entry.number - Math.max(entry.count ?? 1, 1) && number <= entry.number
        ? low : undefined;
    }
    return undefined;
  }

  /// The state in front of all entries from an index on; undefined while it is not known.
  ///
  /// Keeps some states on the way: going back over a segment, entry by entry, replays few each time.
  stateBefore(index) {
    const checkpoint = this.checkpoints.findLast((candidate) => candidate.at <= index);
    if (!checkpoint) return undefined;
    if (this.replayed?.checkpoint !== checkpoint) {
      this.replayed = { checkpoint, states: [checkpoint.state] };
    }
    const { states } = this.replayed;
    const start = Math.min(states.length - 1, Math.floor((index - checkpoint.at) / stride));
    let state = states[start];
    let owned = new Set();
    for (let place = checkpoint.at + start * stride; place < index; place += 1) {
      const entry = this.entries[place];
      if (entry.isGap || !entry.isKnown) return undefined;
      for (const change of entry.changes) state = applyChange(state, change.path, 0, change, owned);
      if (place + 1 - checkpoint.at === states.length * stride) {
        states.push(state);
        owned = new Set();
      }
    }
    return state;
  }

  stateAfter(index) { return this.stateBefore(index + 1); }

  /// What a change replaces, also where that is long and was left out.
  oldValue(index, changeIndex) {
    const entry = this.entries[index];
    const change = entry.changes[changeIndex];
    if (change.old !== undefined || change.kind === 'add' || change.kind === 'move') {
      return change.old;
    }
    let state = entry.isKnown ? this.stateBefore(index) : undefined;
    if (state === undefined) return undefined;
    const owned = new Set();
    for (const earlier of entry.changes.slice(0, changeIndex)) {
      state = applyChange(state, earlier.path, 0, earlier, owned);
    }
    return valueAt(state, change.path);
  }

  /// Calls the closure with each known state and the index of the entry that it follows, in order.
  forEachState(visit) {
    let state;
    let owned = new Set();
    let checkpoint = 0;
    for (let index = 0; index <= this.entries.length; index += 1) {
      for (; this.checkpoints[checkpoint]?.at === index; checkpoint += 1) {
        state = this.checkpoints[checkpoint].state;
        owned = new Set();
        visit(state, index - 1);
      }
      const entry = this.entries[index];
      if (!entry) return;
      if (!entry.isKnown || state === undefined) { state = undefined; continue; }
      for (const change of entry.changes) state = applyChange(state, change.path, 0, change, owned);
      visit(state, index);
    }
  }

  /// The commit and what led to it, the nearest first.
  chain(index) {
    const chain = [];
    for (let next = index; next !== undefined;) {
      const entry = this.entries[next];
      chain.push({ index: next, entry });
      const cause = entry.isGap ? undefined : entry.cause;
      // What a program says may be anything; a cause comes before what it led to.
      if (!cause || !(cause.commit < entry.number) || !(cause.commit > 0)) break;
      next = this.indexOf(cause.commit);
      if (next === undefined) chain.push({ number: cause.commit });
    }
    return chain;
  }

  /// All that a commit led to, with its depth; at most `limit`.
  descendants(index, limit = 1000) {
    const found = [];
    const waiting = [{ index, depth: 0 }];
    const seen = new Set([index]);
    while (waiting.length > 0 && found.length < limit) {
      const { index: place, depth } = waiting.pop();
      if (depth > 0) found.push({ index: place, depth, entry: this.entries[place] });
      const inner = (this.ledTo.get(this.entries[place].number) ?? [])
        .filter((next) => next > place && !seen.has(next));
      for (const next of inner.reverse()) {
        seen.add(next);
        waiting.push({ index: next, depth: depth + 1 });
      }
    }
    return found;
  }
}

/// Numbers of records are numbers, also where a program sends more digits than JavaScript has.
function makeNumbers(record, keys) {
  for (const key of keys) if (isObject(record[key])) record[key] = numberOf(record[key]);
}

function append(map, key, value) {
  const values = map.get(key);
  if (values) values.push(value); else map.set(key, [value]);
}

/// The case of an enum, then that of the enum in it, and so on.
function caseNames(payload) {
  const names = [];
  for (let value = payload; tag(value) === 'case';) {
    names.push(visible(value.name));
    const members = Object.entries(value.payload ?? {});
    const [key, inner] = members.at(-1) ?? [];
    value = members.length <= 2 && key === '_' + (members.length - 1) ? inner : undefined;
  }
  return names;
}

/// The action's name with the cases of enums: what distinguishes actions that carry different values.
const actionName = (action) => [outerName(action), ...caseNames(action.payload).slice(1)].join('.');

/// The names that `type:` finds: the type, the id, those with cases, and of actions for elements.
function actionNames(action) {
  const cases = caseNames(action.payload).map((name, index, all) => '.' + all.slice(0, index + 1).join('.'));
  const name = outerName({ type: action.type, id: action.id });
  return [action.type, action.id ?? '', name, ...cases, ...cases.map((text) => name + text),
    ...(action.elements ?? []).map(({ type, id }) => (
      (id === undefined ? 'Every' : '') + 'ElementAction<' + type + '>'))];
}

/// The action's name with an enum's case.
function outerName(action) {
  let name = action.type;
  if (action.id !== undefined) {
    const isAnonymous = action.type === action.id || action.type.startsWith('AnonymousAction<');
    name = isAnonymous ? action.id : action.type + ' ' + quoted(action.id);
  }
  return visible(name) + (tag(action.payload) === 'case' ? '.' + visible(action.payload.name) : '');
}

/// An element's id as one would write it in a path.
function elementId(id) {
  const text = typeof id === 'string' ? id : summary(id);
  const isPlain = /^[\p{L}\p{N}_-]+$/u.test(text) && !(text === id && /^[-+]?\d+$/.test(text));
  return isPlain ? text : quoted(text);
}

/// A run, or the effect that dispatched, and the elements for which it runs: `daemon.run[4] #3`.
const runName = ({ effect, element, run }) => visible(effect + (element ?? '')
  + (run === undefined ? '' : ' #' + run));

/// The elements for which an action is, the outermost first: `job 4`, `every job`.
const elementsText = (elements) => elements.map(({ type, id }) => {
  const name = type.replace(/^\p{Lu}+(?=\p{Lu}.)|^\p{Lu}+/u, (capitals) => capitals.toLowerCase());
  return visible(id === undefined ? 'every ' + name : name + ' ' + elementId(id));
}).join(' › ');

/// The action as one would write it in Swift, and the elements for which it is.
function actionText(action, limit = 160) {
  return innerText(action, limit) + (action.elements ? '  ' + elementsText(action.elements) : '');
}

function innerText(action, limit) {
  const payload = tag(action.payload) === 'case' ? action.payload.payload : action.payload;
  const name = outerName(action);
  if (payload === undefined || (isObject(payload) && tag(payload) === undefined
    && Object.keys(payload).length === 0)) return name;
  const isMembers = isObject(payload) && !Array.isArray(payload) && tag(payload) === undefined;
  const text = isMembers
    ? summary({ $: 'case', name: '', payload }, limit).slice(1) : '(' + summary(payload, limit) + ')';
  return name + text;
}

/// - pathLimit: The number of characters behind which the front of a path is cut: its end is looked for.
function changeText(change, limit = 120, pathLimit = Infinity) {
  const path = pathText(change.path);
  const label = marks[change.kind] + ' '
    + (path.length > pathLimit ? '…' + path.slice(1 - pathLimit).replace(/^[\udc00-\udfff]/, '') : path);
  const separator = change.path.length > 0 ? ': ' : '';
  switch (change.kind) {
    case 'add': return label + separator + summary(change.new, limit);
    case 'remove':
      return change.old === undefined ? label : label + separator + summary(change.old, limit);
    case 'move':
      return label + ' → ' + (typeof change.path.at(-1) === 'number'
        ? pathText([...change.path.slice(0, -1), change.to]) : 'place ' + change.to);
    default:
      return label + separator + (change.old === undefined ? '…' : summary(change.old, limit / 2))
        + ' → ' + summary(change.new, limit);
  }
}

function gapText(gap) {
  const which = gap.from === gap.to ? 'Commit ' + gap.from + ' is missing'
    : 'Commits ' + gap.from + ' to ' + gap.to + ' are missing, or came without their changes';
  return which + (gapReasons[gap.reason] ?? '') + '.';
}
