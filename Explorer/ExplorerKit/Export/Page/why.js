// Why a value is what it is: back over the changes to the last one that made it so.

/// What a change did to the value at a path: a step back.
///
/// Returns {path: the path before the change} or {hit: true, old, new}, where old and new may be
/// undefined for a part of the value.
function stepBack(path, change, oldValue) {
  const changed = change.path;
  let common = 0;
  while (common < changed.length && common < path.length && changed[common] === path[common]) {
    common += 1;
  }
  const last = changed.length - 1;
  const isList = typeof changed[last] === 'number';
  if (common === path.length && changed.length > path.length) return { hit: true, isPart: true };
  if (common === changed.length) {
    // The change is of the value, or all around it.
    const rest = path.slice(changed.length);
    switch (change.kind) {
      case 'set': {
        const [before, after] = [valueAt(oldValue(), rest), valueAt(change.new, rest)];
        if (before !== undefined && after !== undefined && areEqual(before, after)) return { path };
        return { hit: true, old: before, new: after };
      }
      case 'add': return { hit: true, new: valueAt(change.new, rest) };
      case 'remove':
        if (!isList) return { hit: true, old: valueAt(oldValue(), rest) };
        break;
      case 'move':
        if (!isList) return { path };
        break;
    }
  } else if (!isList || common !== last || typeof path[last] !== 'number') {
    return { path };
  }
  // An element of the same list.
  const place = path[last];
  let before = place;
  if (change.kind === 'add' && place > changed[last]) before = place - 1;
  if (change.kind === 'remove' && place >= changed[last]) before = place + 1;
  if (change.kind === 'move') {
    if (place === change.to) before = changed[last];
    else {
      const without = place > change.to ? place - 1 : place;
      before = without >= changed[last] ? without + 1 : without;
    }
  }
  return { path: before === place ? path : path.with(last, before) };
}

/// Why the value at a path is what it is after an entry: the last entry that changed it.
///
/// Returns {index, old, new, isPart}, {beginning: number} or {gap}.
function why(store, path, index) {
  let trail = path;
  for (let place = index; place >= 0; place -= 1) {
    const entry = store.entries[place];
    if (entry.isGap) {
      const [before, after] = [stateBeforeGap(store, place), store.stateAfter(place)];
      const earlier = before === undefined ? undefined : pathBefore(trail, after, before);
      if (!earlier) return { gap: entry };
      trail = earlier;
      while (place > 0 && !store.entries[place - 1].isKnown && !store.entries[place - 1].isGap) {
        place -= 1;
      }
      continue;
    }
    if (!entry.isKnown) {
      // Only a state that came later is known.
      return { beginning: store.checkpoints.find((one) => one.at > place)?.number };
    }
    let result;
    for (let number = entry.changes.length - 1; number >= 0; number -= 1) {
      const step = stepBack(trail, entry.changes[number], () => store.oldValue(place, number));
      if (step.hit) {
        result = { index: place, old: step.old, isPart: step.isPart,
          new: result ? result.new : step.new, change: entry.changes[number] };
        if (step.old === undefined) break;
        continue;
      }
      trail = step.path;
    }
    // Two changes that cancel each other.
    if (result && !(result.old !== undefined && areEqual(result.old, result.new))) return result;
  }
  return { beginning: store.checkpoints[0]?.number };
}

/// The last state that is known in front of a gap.
function stateBeforeGap(store, index) {
  let place = index;
  while (place > 0 && !store.entries[place - 1].isKnown && !store.entries[place - 1].isGap) place -= 1;
  return store.stateBefore(place);
}

/// The path of the same value in an earlier state, if it is the same; elements are found by their id.
function pathBefore(path, after, before) {
  const earlier = [];
  let [one, other] = [after, before];
  for (const step of path) {
    let next = step;
    if (Array.isArray(one) && Array.isArray(other)) {
      const id = idText(one[step]);
      if (id !== undefined) next = other.findIndex((element) => idText(element) === id);
    }
    one = memberOf(one, step);
    other = memberOf(other, next);
    if (one === undefined || other === undefined) return undefined;
    earlier.push(next);
  }
  return areEqual(one, other) ? earlier : undefined;
}
