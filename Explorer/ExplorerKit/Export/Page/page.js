// The page: commits on the left, what is known of the selected one on the right.

/// Identifiers as they are recognized in a row, where they would take the room of what tells more.
const shortIds = (text) => text
  .replace(/"([0-9a-f]{4})[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/gi, '"$1…"');

/// The first changes, as far as there is room, and how many more there are.
function briefTexts(entry, limit) {
  let text = '';
  let count = 0;
  for (const change of entry.changes) {
    const next = shortIds(changeText(change, limit + 40, limit / 2));
    // About as many characters as are seen; of the first change, the browser cuts what is too long.
    if (count > 0 && text.length + next.length > limit * 0.5) break;
    text += (count > 0 ? ', ' : '') + next;
    count += 1;
  }
  const more = entry.changes.length - count + (entry.omittedChanges ?? 0);
  return [cutText(text, limit), more > 0 ? ' and ' + more + ' more' : ''];
}

class Explorer {
  constructor(data) {
    this.data = data;
    this.stores = data.stores.map((store) => new Store(store));
    this.pins = data.pins;
    this.panes = new Panes(this);
    this.effects = new EffectsPane(this);
    this.statistics = new StatisticsPane(this);
    this.makeList();
    const panels = [
      ['action', 'Action', this.panes.action], ['changes', 'Changes', this.panes.changes],
      ['state', 'State', this.panes.state], ['cause', 'Cause', this.panes.cause],
      ['effects', 'Effects', this.effects.panel],
      ['statistics', 'Statistics', this.statistics.panel],
    ];
    this.tabs = new Tabs('About the commit and the session',
      panels.map(([name, label, panel]) => ({ name, label, panel })));
    this.tabs.changed = () => this.showDetails();
    this.title = make('h1');
    this.about = make('p', { class: 'about' });
    this.help = help();
    this.printed = make('div', { class: 'printed' });
    document.getElementById('page').append(
      make('header', {}, this.title, this.storeMenu(), this.about, this.help),
      make('main', {},
        make('section', { class: 'left', attributes: { 'aria-label': 'Commits' } },
          this.searchBar(), this.list.element),
        make('section', { class: 'right', attributes: { 'aria-label': 'Details' } },
          this.tabs.list, ...panels.map(([, , panel]) => panel))),
      this.printed,
    );
    addEventListener('keydown', (event) => this.press(event));
    addEventListener('beforeprint', () => this.print());
    addEventListener('afterprint', () => this.printed.replaceChildren());
    if (this.stores.length === 0) {
      this.title.textContent = 'An empty session';
      this.about.textContent = 'No program connected while it was recorded.';
      return;
    }
    this.showStore(this.stores[0]);
    this.list.element.focus({ preventScroll: true });
  }

  // MARK: Parts

  makeList() {
    this.list = new RowList({
      role: 'listbox', label: 'Commits', class: 'commits',
      row: (index, element) => this.fillRow(this.store.entries[index], element),
      choose: () => this.showDetails(),
      open: () => this.showTab('action'),
    });
  }

  fillRow(entry, element) {
    if (entry.isGap) {
      element.classList.add('gap');
      element.replaceChildren(make('span', { class: 'action', text: gapText(entry) }));
      return;
    }
    const hasFailed = (this.store.startedBy.get(entry.number) ?? [])
      .some((run) => run.event === 'failed');
    const name = outerName(entry.action);
    // Laying out hidden text takes time, too.
    const { columns, lines } = this.list;
    const limit = Math.max(Math.ceil(lines > 1 ? columns : columns * 0.6), 40);
    const briefLimit = Math.max(Math.ceil(lines > 1 ? columns : columns * 0.3), 40);
    const payload = shortIds(actionText(entry.action, limit + 40).slice(name.length));
    const texts = [
      String(entry.number), clockText(entry.time), cutText(name, limit),
      cutText(payload, Math.max(limit - name.length, 0)),
      ...briefTexts(entry, briefLimit),
      (hasFailed ? '✗ failed ' : '') + (entry.reducing >= 16e6 ? '◷ slow' : ''),
    ];
    // The texts of an element are replaced, which costs less than new elements.
    if (element.firstChild?.className !== 'number') {
      const part = (name) => make('span', { class: name }, '');
      element.replaceChildren(part('number'), part('time'),
        make('span', { class: 'action' }, part('name'), ''),
        make('span', { class: 'brief' }, part('first'), part('more')), part('marks'));
    }
    const [number, time, action, brief, marks] = element.children;
    const nodes = [number, time, ...action.childNodes, ...brief.children, marks];
    nodes.forEach((node, place) => { (node.firstChild ?? node).data = texts[place]; });
  }

  searchBar() {
    this.search = make('input', {
      attributes: { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false',
        placeholder: 'text, type:Add*, changed:todos, failed …', 'aria-describedby': 'found' },
      on: {
        input: () => this.filter(),
        keydown: (event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'ArrowDown') return;
          if (event.key === 'Escape' && this.search.value !== '') return;
          this.list.element.focus();
          event.preventDefault();
        },
      },
    });
    this.found = make('p', { class: 'found', attributes: { id: 'found', role: 'status' } });
    return make('div', { class: 'search', attributes: { role: 'search' } },
      make('label', { text: 'Search', attributes: { for: 'search' } }), this.search, this.found);
  }

  storeMenu() {
    if (this.stores.length < 2) return undefined;
    const menu = make('select', {
      attributes: { 'aria-label': 'Program' },
      on: { change: () => this.showStore(this.stores[menu.selectedIndex]) },
    }, ...this.stores.map((store) => make('option', {
      text: visible(store.label) + ', ' + countText(store.commitCount, 'commit'),
    })));
    return menu;
  }

  // MARK: Showing

  showStore(store) {
    this.store = store;
    document.title = visible(store.label) + ' · a session of sluice-explorer';
    this.title.textContent = visible(store.label);
    const times = store.entries.filter((entry) => !entry.isGap);
    const [first, last] = [times[0]?.time, times.at(-1)?.time];
    const parts = [
      countText(store.commitCount, 'commit'), countText(store.runs.length, 'run') + ' of effects',
      first === undefined ? undefined : dayText(first) + ' ' + clockText(first) + ', '
        + durationText(Math.max(last - first, 0) * 1000),
      store.hello.store === undefined ? undefined : 'store ' + visible(store.hello.store),
      store.hello.stateType === undefined ? undefined : visible(store.hello.stateType),
      'process ' + store.hello.pid,
      this.data.filter === null ? undefined : 'only what matches ' + visible(this.data.filter)
        + ', with the changes of what lies between',
    ];
    this.about.textContent = parts.filter((part) => part !== undefined).join(' · ');
    this.filter();
  }

  filter() {
    const { admits, error } = parseFilter(this.search.value, this.store);
    const isEmpty = this.search.value.trim() === '';
    const selected = this.list.items[this.list.current];
    const found = [];
    this.store.entries.forEach((entry, index) => {
      if (isEmpty || (!error && admits(entry))) found.push(index);
    });
    this.found.textContent = error ?? (isEmpty ? ''
      : countText(found.length, 'commit') + ' of ' + this.store.entries.length.toLocaleString('en-US'));
    this.found.classList.toggle('error', error !== undefined);
    this.search.setAttribute('aria-invalid', String(error !== undefined));
    const place = found.indexOf(selected);
    this.list.show(found, place >= 0 ? place : found.length > 0 ? 0 : -1);
    this.showDetails();
  }

  /// Why the value at a path is what it is after an entry.
  why(path, index) { return why(this.store, path, index); }

  get selected() { return this.list.items[this.list.current] ?? -1; }

  showDetails() {
    if (!this.store) return;
    const { current } = this.tabs;
    if (current === 'effects') this.effects.show();
    else if (current === 'statistics') this.statistics.show(this.pins);
    else this.panes.show(this.selected, current);
  }

  showTab(name) {
    if (this.tabs.current !== name) this.tabs.select(name);
  }

  /// Selects an entry, also if the filter omits it.
  goTo(index) {
    if (index === undefined) return;
    if (!this.list.items.includes(index)) {
      this.search.value = '';
      this.filter();
    }
    this.list.select(this.list.items.indexOf(index));
  }

  pin(path) {
    const text = pathText(path);
    const place = this.pins.findIndex((pin) => pin.text === text);
    if (place >= 0) this.pins.splice(place, 1); else this.pins.push({ text, path });
    this.showTab('statistics');
    this.showDetails();
  }

  /// Keys work wherever the focus is, but in text fields. What has the focus has had the key before.
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.matches?.('input, select, textarea')) return;
    if (event.key === '/') this.search.focus();
    else if (event.key === '?') this.help.open = !this.help.open;
    else if (event.key >= '1' && event.key <= String(this.tabs.tabs.length)) {
      this.showTab(this.tabs.tabs[event.key - 1].name);
    } else if (event.key === 'Escape') this.list.element.focus();
    else return void this.passOn(event);
    event.preventDefault();
  }

  /// Passes a key to the commits, then to the tree of the open tab: w and p ask it about its row.
  passOn(event) {
    const { key, target } = event;
    if (key === ' ' || (key === 'Enter' && target.matches?.('button, summary'))) return;
    const panel = target.closest?.('[role=tabpanel]');
    if (panel && key.length > 1 && panel.scrollHeight > panel.clientHeight) return;
    const trees = { action: this.panes.payload, state: this.panes.tree };
    for (const list of [this.list, trees[this.tabs.current]?.list]) {
      if (!event.defaultPrevented) list?.press(event);
    }
  }

  /// Prepares what is printed: all that matches, and all about the selected commit.
  print() {
    for (const name of ['action', 'changes', 'cause']) this.panes.show(this.selected, name);
    const most = 2000;
    const rows = this.list.items.slice(0, most).map((index) => {
      const entry = this.store.entries[index];
      return make('li', { text: entry.isGap ? gapText(entry) : entry.number + '  '
        + clockText(entry.time) + '  ' + actionText(entry.action, 160) });
    });
    const state = this.store.stateAfter(this.selected);
    this.printed.replaceChildren(
      make('h2', { text: 'Commits' }), make('ul', {}, ...rows),
      this.list.items.length > most
        ? remark(countText(this.list.items.length - most, 'further commit')) : undefined,
      make('h2', { text: 'State after the selected commit' }),
      make('p', { text: state === undefined ? 'It is not known.' : summary(state, 20000) }),
    );
  }
}

function help() {
  const keys = [
    ['↑ ↓ j k', 'the next row'], ['Page, Home, End, g G', 'far'], ['Enter', 'open'],
    ['→ ←', 'unfold and fold, in a tree'], ['w', 'why a value of the state is what it is'],
    ['p', 'plot a value of the state over time'], ['/', 'search'], ['1 … 6', 'the tabs'],
    ['Escape', 'back to the commits'], ['?', 'this help'],
  ];
  const terms = [
    ['milk', 'what shows this text'],
    ...Object.values(filterTerms).map(({ example, meaning }) => [example, meaning]),
    ['and or not ( )', 'between terms; of runs, the commits that set them off are shown'],
  ];
  return make('details', { class: 'help' }, make('summary', { text: 'Keys and search' }),
    make('div', {},
      make('section', {}, make('h2', { text: 'Keys' }), facts(keys)),
      make('section', {}, make('h2', { text: 'Search' }), facts(terms))));
}

globalThis.explorer = new Explorer(parseRecords(document.getElementById('session').textContent));
