// What is shown of one commit: its action, its changes, the state after it, and what it has to do with
// others.

/// Two columns of names and contents; rows without content are left out.
function facts(rows) {
  const list = make('dl');
  for (const [name, content] of rows) {
    if (content === undefined || content === '') continue;
    list.append(make('dt', { text: name }), make('dd', {}, ...[content].flat()));
  }
  return list;
}

/// The number of causes that are listed in front of the first one.
const shownLinks = 50;

const heading = (text) => make('h3', { text });
const remark = (text) => make('p', { class: 'remark', text });

function valueText(value, className) {
  if (value === undefined) return make('span', { class: className + ' missing', text: '…' });
  const { text, isCut } = shortened(value, 600);
  const element = make('span', { class: className, text });
  if (!isCut) return element;
  // Made when it is asked for: it may be as long as the state.
  const more = button('show all', () => {
    element.textContent = summary(value, Infinity);
    more.remove();
  }, { class: 'link' });
  return make('span', {}, element, ' ', more);
}

class Panes {
  /// - explorer: the page, of which are used store, goTo(index), showTab(name), why and pin.
  constructor(explorer) {
    this.explorer = explorer;
    this.action = make('section');
    this.changes = make('section');
    this.cause = make('section');
    this.state = make('section', { class: 'state' });
    this.stateNote = make('p', { class: 'remark', attributes: { role: 'status' } });
    this.answer = make('div', { class: 'answer', attributes: { 'aria-live': 'polite' } });
    this.answer.hidden = true;
    this.tree = new ValueTree({
      label: 'State after the commit', root: 'state', why: (path) => this.showWhy(path),
      pin: (path) => explorer.pin(path),
    });
    this.state.append(this.stateNote, this.tree.element, this.answer);
    this.payload = new ValueTree({ label: 'Payload', root: 'payload' });
  }

  get store() { return this.explorer.store; }

  show(index, tab) {
    if (index !== this.index) this.answer.hidden = true;
    this.index = index;
    const entry = this.store.entries[index];
    if (tab === 'action') this.showAction(entry);
    if (tab === 'changes') this.showChanges(entry);
    if (tab === 'state') this.showState(entry);
    if (tab === 'cause') this.showCause(entry);
  }

  reference(index) {
    const entry = this.store.entries[index];
    const text = entry.isGap ? gapText(entry) : entry.number + ' ' + actionText(entry.action, 80);
    return button(text, () => this.explorer.goTo(index), { class: 'link' });
  }

  // MARK: Action

  showAction(entry) {
    if (!entry) return this.action.replaceChildren(this.noCommit());
    if (entry.isGap) return this.action.replaceChildren(remark(gapText(entry)));
    const { origin, cause } = entry;
    const because = cause && this.store.indexOf(cause.commit);
    this.action.replaceChildren(
      make('h2', { text: actionName(entry.action) }),
      facts([
        ['Commit', entry.count > 1 ? entry.number + ', stands for ' + entry.count : entry.number + ''],
        ['Type', visible(entry.action.type)],
        ['For', entry.action.elements && elementsText(entry.action.elements)],
        ['Id', entry.action.id === undefined ? undefined : visible(entry.action.id)],
        ['From', origin && visible(origin.file + ':' + origin.line + ' in ' + origin.function)],
        ['Note', origin?.info === undefined ? undefined : visible(origin.info)],
        ['Time', dayText(entry.time) + ' ' + clockText(entry.time)],
        ['Reduced in', entry.reducing === undefined ? undefined : durationText(entry.reducing)],
        ['Reduced by', entry.reducers && (entry.reducers.map(({ id }) => visible(id)).join(', ') || '(none)')],
        ['Because of', cause && (because !== undefined ? this.reference(because)
          : cause.commit === 0 ? 'the initial state' : cause.commit + ' (not held)')],
        ['Sent by', cause?.effect === undefined ? undefined : runName(cause)],
        ['Remark', entry.note === undefined ? undefined : visible(entry.note)],
      ]),
    );
    if (entry.action.payload !== undefined) {
      this.action.append(heading('Payload'), this.payload.element);
      this.payload.show(entry.action.payload);
    }
    return undefined;
  }

  noCommit() {
    const number = this.store.checkpoints[0]?.number;
    return remark(number === undefined ? 'Nothing is selected.'
      : 'The state ' + (number > 0 ? 'after commit ' + number : 'at the beginning')
        + ', with which the recording begins.');
  }

  // MARK: Changes

  showChanges(entry) {
    this.changes.replaceChildren();
    if (!entry) return this.changes.append(this.noCommit());
    if (entry.isGap) return this.changes.append(remark(gapText(entry)));
    const list = make('ul', { class: 'changes' });
    entry.changes.slice(0, 1000).forEach((change, place) => list.append(this.change(change, place)));
    const missing = entry.changes.length - 1000 + (entry.omittedChanges ?? 0);
    if (entry.changes.length > 0) this.changes.append(list);
    if (missing > 0) this.changes.append(remark(countText(missing, 'more change')));
    if (entry.changesUnknown) {
      this.changes.append(remark(entry.changes.length > 0
        ? 'The state after it is not known.' : 'What it changed is not known.'));
    }
    if (!entry.changesUnknown && entry.changes.length === 0) this.changes.append(remark('It changed nothing.'));
    return undefined;
  }

  change(change, place) {
    const words = { add: 'added', remove: 'removed', set: 'changed', move: 'moved' };
    const item = make('li', { class: change.kind }, make('span', {
      class: 'mark', text: marks[change.kind],
      attributes: { role: 'img', 'aria-label': words[change.kind] },
    }));
    const path = pathText(change.path) || '(the whole state)';
    item.append(make('span', { class: 'path', text: path }), ' ');
    if (change.kind === 'move') {
      item.append('→ ' + (typeof change.path.at(-1) === 'number'
        ? pathText([...change.path.slice(0, -1), change.to]) : 'place ' + change.to));
    }
    if (change.kind === 'set' || change.kind === 'remove') {
      item.append(valueText(this.store.oldValue(this.index, place), 'old'));
    }
    if (change.kind === 'set') item.append(make('span', { class: 'arrow', text: ' → ' }));
    if (change.kind === 'set' || change.kind === 'add') item.append(valueText(change.new, 'new'));
    return item;
  }

  // MARK: State

  showState(entry) {
    const state = this.store.stateAfter(this.index);
    if (state === undefined) {
      this.stateNote.textContent = entry?.isGap ? gapText(entry)
        : 'The state after this commit is not known.';
      this.stateNote.hidden = false;
    } else this.stateNote.hidden = true;
    const touched = new Map();
    for (const change of entry?.isKnown ? entry.changes : []) {
      if (change.kind !== 'remove') touched.set(pathText(change.path), change.path);
    }
    this.tree.show(state, touched);
  }

  showWhy(path) {
    this.explorer.showTab('state');
    const answer = this.explorer.why(path, this.index);
    const name = pathText(path) || 'The state';
    const value = valueAt(this.store.stateAfter(this.index), path);
    const title = make('p', { class: 'title' }, make('strong', { text: name }),
      ' is ' + (value === undefined ? 'not there' : summary(value, 200)));
    this.answer.replaceChildren(title);
    if (answer.gap) {
      title.append('. It became so in a gap. ' + gapText(answer.gap));
    } else if (answer.index === undefined) {
      title.append('. It was so in the first state that is known'
        + (answer.beginning ? ', after commit ' + answer.beginning : '') + '.');
    } else {
      title.append(' because of');
      this.answer.append(this.chain(answer.index, answer));
    }
    this.answer.append(button('Close', () => {
      this.answer.hidden = true;
      this.tree.element.focus();
    }));
    this.answer.hidden = false;
    this.answer.scrollTop = 0;
  }

  /// The commit, and what led to it, up to an action that no effect dispatched.
  chain(index, answer) {
    const list = make('ol', { class: 'chain' });
    const links = this.store.chain(index);
    // What is nearest, and where it began.
    const omitted = links.length - shownLinks - 1;
    if (omitted > 0) links.splice(shownLinks, omitted, { omitted });
    for (const link of links) {
      if (link.omitted !== undefined) {
        list.append(make('li', { text: countText(link.omitted, 'more commit') }));
        continue;
      }
      if (link.entry === undefined) {
        list.append(make('li', { text: 'commit ' + link.number + ', which is not held' }));
        continue;
      }
      const { entry } = link;
      const item = make('li', {}, this.reference(link.index));
      if (entry.origin) {
        item.append(make('span', { class: 'origin', text: ' ' + visible(entry.origin.file) + ':'
          + entry.origin.line }));
      }
      if (answer?.change && link.index === index) {
        item.append(make('div', { class: 'detail', text: changeText(answer.change, 400) }));
      }
      if (entry.cause) {
        item.append(make('div', { class: 'detail', text: entry.cause.effect === undefined
          ? 'dispatched in answer to' : 'sent by the effect ' + runName(entry.cause) + ', set off by' }));
      }
      list.append(item);
    }
    return list;
  }

  // MARK: Cause

  showCause(entry) {
    this.cause.replaceChildren();
    if (!entry || entry.isGap) {
      return this.cause.append(entry ? remark(gapText(entry)) : this.noCommit());
    }
    this.cause.append(heading('What led to it'), this.chain(this.index));
    if (!entry.cause) this.cause.append(remark('No effect dispatched it.'));
    const runs = this.store.startedBy.get(entry.number) ?? [];
    if (runs.length > 0) {
      const list = make('ul');
      for (const run of runs.slice(0, 200)) {
        list.append(make('li', { class: run.event ?? '', text: runText(run) }));
      }
      this.cause.append(heading('Effects that it set off'), list);
    }
    const found = this.store.descendants(this.index);
    this.cause.append(heading('What it led to'));
    if (found.length === 0) return this.cause.append(remark('No other commit.'));
    const tree = new RowList({
      role: 'tree', label: 'What it led to', class: 'descendants',
      row: (item, element) => {
        element.style.paddingInlineStart = item.depth * 1.1 + 'em';
        const { effect, element: id } = item.entry.cause ?? {};
        element.replaceChildren(make('span', { class: 'key', text: item.entry.number + ' ' }),
          make('span', { text: actionText(item.entry.action, 120) }),
          make('span', { class: 'origin', text: effect === undefined ? ''
            : ' by ' + runName({ effect, element: id }) }));
      },
      attributes: (item) => ({ 'aria-level': item.depth }),
      open: (place, item) => this.explorer.goTo(item.index),
    });
    this.cause.append(tree.element);
    tree.show(found, 0);
    return undefined;
  }
}

function runText(run) {
  const error = run.event === 'failed' ? ': ' + visible(run.error ?? 'it did not say why') : '';
  const time = run.duration === undefined ? '' : ' after ' + durationText(run.duration);
  const retries = run.retries === undefined ? '' : ', ↻ ' + countText(run.retries, 'failed attempt');
  return runName(run) + ', ' + outcomes[run.event ?? 'started'] + time + retries + error;
}
