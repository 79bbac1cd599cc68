// The filter language of the command line, but for terms that need the state or several programs.

/// Text with * for any characters; lowercase letters also match uppercase ones.
function textPattern(text, isPart = false) {
  const source = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^]*');
  const pattern = new RegExp(isPart ? source : '^' + source + '$',
    text === text.toLowerCase() ? 'iu' : 'u');
  return (candidate) => pattern.test(candidate);
}

const wholeOrPart = (matches) => (text) => matches(text) || text.split('.').some(matches);

function leafTexts(value) {
  if (typeof value === 'string') return [value];
  const members = membersOf(value);
  const own = tag(value) === 'case' ? [value.name] : [];
  if (!members) return [...own, summary(value)];
  return own.concat(members.flatMap(([step, inner]) => (
    typeof step === 'string' ? [step, ...leafTexts(inner)] : leafTexts(inner))));
}

function pathPattern(text) {
  const steps = text.replace(/\[([^\]]*)\]/g, '.$1').split('.').filter((step) => step !== '');
  // Steps that may come next, by how many have matched.
  const advance = (places, step) => {
    const next = new Set();
    for (const place of places) {
      const wanted = steps[place];
      if (wanted === '**') next.add(place);
      else if (wanted === '*' || wanted === String(step) || '_' + wanted === step) next.add(place + 1);
    }
    return skip(next);
  };
  const skip = (places) => {
    for (const place of places) if (steps[place] === '**') places.add(place + 1);
    return places;
  };
  const leadsInto = (places, value) => places.has(steps.length) || (places.size > 0
    && (membersOf(value) ?? []).some(([step, inner]) => leadsInto(advance(places, step), inner)));
  return (change) => {
    let places = skip(new Set([0]));
    for (const step of change.path) {
      places = advance(places, step);
      if (places.has(steps.length)) return true;
      if (places.size === 0) return false;
    }
    return leadsInto(places, change.old) || leadsInto(places, change.new);
  };
}

const lengthOfTime = new RegExp('^(' + comparisons.join('|') + ')?([\\d.]+)('
  + Object.keys(units).join('|') + ')$');

/// The predicate of a term, or an error's text; undefined for a value that can't be read.
function term(name, value, store) {
  switch (name) {
    case 'type': {
      const matches = textPattern(value);
      return ({ action }) => actionNames(action).some(wholeOrPart(matches));
    }
    case 'changed': {
      const matches = pathPattern(value);
      return ({ changes }) => changes.some(matches);
    }
    case 'payload': {
      const matches = textPattern(value, true);
      return ({ action }) => action.payload !== undefined
        && leafTexts(action.payload).some(matches);
    }
    case 'from': {
      const [, file, line] = /^(.*?)(?::(\d+))?$/s.exec(value);
      const matches = textPattern(file);
      return ({ origin }) => origin !== undefined && (line === undefined || Number(line) === origin.line)
        && (matches(origin.file) || matches(origin.file.split('/').at(-1)));
    }
    case 'effect': {
      const matches = wholeOrPart(textPattern(value));
      return (entry) => (entry.cause?.effect !== undefined && matches(entry.cause.effect))
        || (store.startedBy.get(entry.number) ?? []).some((run) => matches(run.effect));
    }
    case 'cause': {
      const index = /^\d+$/.test(value) ? store.indexOf(Number(value)) : undefined;
      if (index === undefined) return 'There is no commit “' + value + '”.';
      const found = new Set(store.descendants(index, Infinity).map((one) => one.entry));
      return (entry) => found.has(entry);
    }
    case 'slow': {
      const parts = lengthOfTime.exec(value);
      if (!parts) return undefined;
      const limit = Number(parts[2]) * units[parts[3]];
      const compare = {
        '>=': (time) => time >= limit, '<=': (time) => time <= limit, '<': (time) => time < limit,
      }[parts[1]] ?? ((time) => time > limit);
      return ({ reducing }) => reducing !== undefined && compare(reducing);
    }
    default: return undefined;
  }
}

/// The most characters of a commit that are searched, about.
const searchedLength = 10000;

/// What is shown of a commit, in one text; the beginning, if that is long.
function haystack(entry) {
  if (entry.haystack !== undefined) return entry.haystack;
  let text = [
    actionText(entry.action, 4000), entry.origin?.file, entry.origin?.function, entry.origin?.info,
    entry.cause?.effect, entry.note,
  ].join('\n');
  for (const change of entry.changes) {
    if (text.length > searchedLength) break;
    text += '\n' + changeText(change, 1000);
  }
  entry.haystack = text;
  return text;
}

/// Reads a filter: {admits, error}. Words without a colon are searched in all that a row shows.
function parseFilter(text, store) {
  const tokens = text.match(/[()]|(?:"(?:[^"\\]|\\.)*"?|[^\s()"])+/g) ?? [];
  let place = 0;
  let error;
  const one = () => {
    const token = tokens[place];
    place += 1;
    if (token === undefined) {
      error ??= 'Something is missing at the end.';
      return () => true;
    }
    if (token === 'not') {
      const inner = one();
      return (entry) => !inner(entry);
    }
    if (token === '(') {
      const inner = any();
      if (tokens[place] === ')') place += 1; else error ??= 'A closing parenthesis is missing.';
      return inner;
    }
    if (token === ')') {
      error ??= 'There is a closing parenthesis too many.';
      return () => true;
    }
    const [, name, value] = /^(?:([a-z]+):)?(.*)$/s.exec(token.replace(/"/g, ''));
    if (token === filterTerms.failed.beginning) {
      return (entry) => (store.startedBy.get(entry.number) ?? []).some((run) => run.event === 'failed');
    }
    if (name === undefined || token.startsWith('"')) {
      const matches = textPattern(token.replace(/"/g, ''), true);
      return (entry) => matches(haystack(entry));
    }
    const known = Object.hasOwn(filterTerms, name) ? filterTerms[name] : undefined;
    const found = known && term(name, value, store);
    if (typeof found === 'function') return found;
    error ??= found ?? (known ? '“' + value + '” is ' + known.complaint + '. Write ' + known.example + '.'
      : 'There is no term “' + name + ':” here. There are '
        + Object.values(filterTerms).map(({ beginning }) => beginning).join(', ') + '.');
    return () => true;
  };
  const all = () => {
    const parts = [one()];
    while (place < tokens.length && tokens[place] !== ')' && tokens[place] !== 'or') {
      if (tokens[place] === 'and') place += 1;
      parts.push(one());
    }
    return (entry) => parts.every((part) => part(entry));
  };
  const any = () => {
    const parts = [all()];
    while (tokens[place] === 'or') {
      place += 1;
      parts.push(all());
    }
    return (entry) => parts.some((part) => part(entry));
  };
  if (tokens.length === 0) return { admits: () => true };
  const predicate = any();
  if (place < tokens.length) error ??= 'There is a closing parenthesis too many.';
  return { admits: (entry) => !entry.isGap && predicate(entry), error };
}
