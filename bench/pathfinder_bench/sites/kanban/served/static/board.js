const { createApp } = Vue;

const api = async (method, path, body) => {
  const answer = await fetch('/api' + path, {
    method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body),
  });
  const told = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error(told.error || 'Something went wrong.');
  return told;
};

const Who = {
  props: ['team', 'value', 'label'], emits: ['chosen'],
  data: () => ({ open: false }),
  template: `
  <div class="rel">
    <button type="button" class="plain" :aria-label="label" aria-haspopup="menu" :aria-expanded="open" @click.stop="open = !open">{{ value || 'Nobody' }} ▾</button>
    <div v-if="open" class="menu" role="menu" @click="open = false">
      <button v-for="one in team" :key="one.name" type="button" role="menuitem" @click="$emit('chosen', one.name)">{{ one.full }}</button>
      <hr><button type="button" role="menuitem" @click="$emit('chosen', null)">Nobody</button>
    </div>
  </div>`,
};

createApp({
  components: { Who },
  data: () => ({
    columns: [], team: [], cards: [], view: 'Board', word: '', only: '', toasts: [],
    menu: null, opened: null, part: 'Details', editing: '', draft: '', fresh: null, wrong: '',
    doomed: null, step: '', note: '', toastNumber: 0,
  }),
  computed: {
    shown() {
      const word = this.word.trim().toLowerCase();
      return this.cards.filter((card) => !card.archived
        && (!word || card.title.toLowerCase().includes(word))
        && (!this.only || card.assignee === this.only));
    },
    archived() { return this.cards.filter((card) => card.archived); },
    card() { return this.cards.find((card) => card.id === this.opened); },
  },
  async mounted() {
    await this.load();
    document.addEventListener('click', () => { this.menu = null; });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      if (this.editing) this.editing = '';
      else { this.opened = this.fresh = this.doomed = this.menu = null; }
    });
  },
  methods: {
    async load() {
      const told = await api('GET', '/board');
      Object.assign(this, told);
    },
    say(text, bad) {
      const key = this.toastNumber++;
      this.toasts.push({ key, text, bad });
      setTimeout(() => { this.toasts = this.toasts.filter((one) => one.key !== key); }, 4000);
    },
    async send(method, path, body, said) {
      try {
        await api(method, path, body);
        await this.load();
        if (said) this.say(said);
        return true;
      } catch (error) { this.say(error.message, true); return false; }
    },
    day(text) {
      return new Date(text + 'T12:00').toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
    },
    late(card) { return card.due && card.due < '2027-03-10' && card.column !== 'Done'; },
    color(name) { return this.team.find((one) => one.name === name)?.color; },
    open(card) { this.opened = card.id; this.part = 'Details'; this.editing = ''; },
    edit(what) { this.editing = what; this.draft = this.card[what]; this.$nextTick(() => this.$refs.draft?.focus()); },
    async keep() {
      const what = this.editing;
      if (!what) return;
      this.editing = '';
      if (this.draft !== this.card[what]) await this.send('PATCH', '/cards/' + this.card.id, { [what]: this.draft }, 'Saved');
    },
    set(card, given, said) { return this.send('PATCH', '/cards/' + card.id, given, said || 'Saved'); },
    begin(column) {
      this.wrong = '';
      this.fresh = { title: '', column: column || 'To do', assignee: null, due: '', description: '' };
      this.$nextTick(() => this.$refs.title?.focus());
    },
    async create() {
      if (!this.fresh.title.trim()) { this.wrong = 'Give the card a title first.'; return; }
      if (await this.send('POST', '/cards', this.fresh, 'Card added')) this.fresh = null;
    },
    async remove() {
      const card = this.doomed;
      this.doomed = null;
      if (this.opened === card.id) this.opened = null;
      await this.send('DELETE', '/cards/' + card.id, null, 'Card deleted');
    },
    async addStep() { if (await this.send('POST', `/cards/${this.card.id}/steps`, { text: this.step })) this.step = ''; },
    async addNote() { if (await this.send('POST', `/cards/${this.card.id}/notes`, { text: this.note }, 'Note added')) this.note = ''; },
  },
  template: `
  <div class="top">
    <span class="brand">Crumb &amp; Crust</span>
    <div class="tabs" role="tablist">
      <button v-for="one in ['Board', 'By person', 'Archive', 'Team']" :key="one" role="tab" :aria-selected="view === one" @click="view = one">{{ one }}</button>
    </div>
    <button class="primary" @click="begin()">+ New card</button>
  </div>

  <main v-if="view === 'Board'">
    <div class="bar">
      <input v-model="word" type="search" placeholder="Search cards…">
      <select v-model="only" title="Show cards of" style="width:170px"><option value="">Everybody</option><option v-for="one in team" :value="one.name">{{ one.full }}</option></select>
    </div>
    <div class="board">
      <section v-for="column in columns" :key="column" class="column">
        <header><h2>{{ column }}</h2><span class="count">{{ shown.filter(c => c.column === column).length }}</span>
          <button class="icon" :aria-label="'Add a card to ' + column" @click="begin(column)">+</button></header>
        <article v-for="card in shown.filter(c => c.column === column)" :key="card.id" class="card">
          <div class="title" tabindex="0" @click="open(card)" @keydown.enter="open(card)">{{ card.title }}</div>
          <button class="icon more" title="Card menu" aria-haspopup="menu" @click.stop="menu = menu === card.id ? null : card.id">⋯</button>
          <div v-if="menu === card.id" class="menu" role="menu" style="right:4px;top:34px">
            <button role="menuitem" @click="open(card)">Open</button><hr>
            <small>Move to</small>
            <template v-for="other in columns" :key="other"><button v-if="other !== card.column" role="menuitem" @click="set(card, { column: other }, 'Moved to ' + other)">{{ other }}</button></template>
            <hr><button role="menuitem" @click="set(card, { archived: true }, 'Card archived')">Archive</button>
            <button role="menuitem" @click="doomed = card">Delete…</button>
          </div>
          <div class="meta"><span v-for="label in card.labels" class="chip">{{ label }}</span>
            <span v-if="card.due" :class="{ late: late(card) }">{{ day(card.due) }}</span>
            <span v-if="card.steps.length">☑ {{ card.steps.filter(s => s.done).length }}/{{ card.steps.length }}</span>
            <span v-if="card.notes.length"><svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" style="vertical-align:-2px"><path d="M4 4h16v12H9l-5 4z"/></svg> {{ card.notes.length }}</span>
            <span v-if="card.assignee" class="avatar" :title="card.assignee" :style="{ background: color(card.assignee) }">{{ card.assignee.slice(0, 2) }}</span></div>
        </article>
      </section>
    </div>
  </main>

  <main v-else-if="view === 'By person'" class="panel">
    <table><thead><tr><th>Who</th><th>Card</th><th>Column</th><th>Due</th></tr></thead><tbody>
      <template v-for="one in team" :key="one.name"><tr v-for="card in cards.filter(c => c.assignee === one.name && !c.archived && c.column !== 'Done')" :key="card.id">
        <td>{{ one.full }}</td><td><button class="link" @click="open(card)">{{ card.title }}</button></td><td>{{ card.column }}</td><td>{{ card.due ? day(card.due) : '–' }}</td></tr></template>
    </tbody></table>
  </main>

  <main v-else-if="view === 'Archive'" class="panel">
    <p v-if="!archived.length" class="muted">Nothing in the archive.</p>
    <table v-else><tbody><tr v-for="card in archived" :key="card.id"><td>{{ card.title }}</td><td><button class="plain" @click="set(card, { archived: false }, 'Back on the board')">Bring back</button> <button class="plain" @click="doomed = card">Delete…</button></td></tr></tbody></table>
  </main>

  <main v-else class="panel">
    <table><thead><tr><th></th><th>Name</th><th>Does</th><th>Open cards</th></tr></thead><tbody>
      <tr v-for="one in team" :key="one.name"><td><span class="avatar" :style="{ background: one.color }">{{ one.name.slice(0, 2) }}</span></td><td>{{ one.full }}</td><td>{{ one.does }}</td><td>{{ cards.filter(c => c.assignee === one.name && !c.archived && c.column !== 'Done').length }}</td></tr>
    </tbody></table>
  </main>

  <div v-if="card" class="shade" @click.self="opened = null">
    <div class="dialog" role="dialog" aria-modal="true" :aria-label="card.title">
      <header>
        <input v-if="editing === 'title'" ref="draft" v-model="draft" aria-label="Title" @keydown.enter="keep" @blur="keep">
        <h2 v-else @click="edit('title')">{{ card.title }}</h2>
        <button v-if="editing !== 'title'" class="icon" @click="edit('title')">✎</button>
        <button class="icon" title="Close" @click="opened = null">✕</button>
      </header>
      <div class="fields">
        <div><span class="label">Column</span><select :value="card.column" aria-label="Column" @change="set(card, { column: $event.target.value }, 'Moved to ' + $event.target.value)"><option v-for="one in columns">{{ one }}</option></select></div>
        <div><span class="label">Who does it</span><Who :team="team" :value="card.assignee" label="Who does it" @chosen="set(card, { assignee: $event })"></Who></div>
        <div><label for="card-due">Due</label><input id="card-due" type="date" :value="card.due" @change="set(card, { due: $event.target.value })"></div>
      </div>
      <div class="subtabs" role="tablist">
        <button v-for="one in ['Details', 'Checklist', 'Notes']" :key="one" role="tab" :aria-selected="part === one" @click="part = one">{{ one }}<template v-if="one === 'Checklist' && card.steps.length"> ({{ card.steps.length }})</template><template v-if="one === 'Notes' && card.notes.length"> ({{ card.notes.length }})</template></button>
      </div>
      <div v-if="part === 'Details'">
        <template v-if="editing === 'description'"><textarea ref="draft" v-model="draft" rows="4" aria-label="Description"></textarea>
          <div class="actions"><button class="plain" @click="editing = ''">Discard</button><button class="primary" @click="keep">Save</button></div></template>
        <div v-else class="text" tabindex="0" role="button" @click="edit('description')">{{ card.description || 'Add a description…' }}</div>
      </div>
      <div v-else-if="part === 'Checklist'">
        <label v-for="(one, number) in card.steps" :key="number" class="step" :class="{ done: one.done }"><input type="checkbox" :checked="one.done" @change="send('PUT', '/cards/' + card.id + '/steps/' + number, { done: $event.target.checked })"><span>{{ one.text }}</span></label>
        <form class="inline" @submit.prevent="addStep"><input v-model="step" placeholder="Another step"><button class="plain">Add</button></form>
      </div>
      <div v-else>
        <div v-for="(one, number) in card.notes" :key="number" class="note"><b>{{ one.by }}</b>{{ one.text }}</div>
        <form class="inline" @submit.prevent="addNote"><input v-model="note" placeholder="Write a note"><button class="plain">Send</button></form>
      </div>
      <div class="actions"><button class="plain" @click="set(card, { archived: true }, 'Card archived'); opened = null">Archive</button><button class="icon" aria-label="Delete card" @click="doomed = card"><svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" style="vertical-align:-2px"><path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13"/></svg></button></div>
    </div>
  </div>

  <div v-if="fresh" class="shade">
    <form class="dialog" role="dialog" aria-modal="true" aria-label="New card" @submit.prevent="create">
      <header><h2>New card</h2><button type="button" class="icon" title="Close" @click="fresh = null">✕</button></header>
      <div class="fields">
        <div class="wide"><label for="new-title">What is to be done?</label><input id="new-title" ref="title" v-model="fresh.title"><div v-if="wrong" class="error" role="alert">{{ wrong }}</div></div>
        <div><label for="new-column">Column</label><select id="new-column" v-model="fresh.column"><option v-for="one in columns">{{ one }}</option></select></div>
        <div><span class="label">Assigned to</span><Who :team="team" :value="fresh.assignee" label="Assigned to" @chosen="fresh.assignee = $event"></Who></div>
        <div><label for="new-due">Due</label><input id="new-due" v-model="fresh.due" type="date"></div>
        <div class="wide"><label for="new-text">Description</label><textarea id="new-text" v-model="fresh.description" rows="3"></textarea></div>
      </div>
      <div class="actions"><button type="button" class="plain" @click="fresh = null">Cancel</button><button class="primary">Add card</button></div>
    </form>
  </div>

  <div v-if="doomed" class="shade">
    <div class="dialog small" role="alertdialog" aria-modal="true" aria-label="Delete card">
      <header><h2>Delete this card?</h2></header><p>“{{ doomed.title }}” cannot be brought back. You could archive it instead.</p>
      <div class="actions"><button class="plain" @click="doomed = null">Keep it</button><button class="danger" @click="remove">Delete</button></div>
    </div>
  </div>

  <div class="toasts" role="status"><div v-for="one in toasts" :key="one.key" class="toast" :class="{ bad: one.bad }">{{ one.text }}</div></div>`,
}).mount('#app');
