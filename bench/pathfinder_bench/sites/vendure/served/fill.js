/** The shop's first data, made through its own API. `node fill.js DATA PORT`. */

const path = require("path");
const { bootstrap, JobQueueService } = require("@vendure/core");
const { populate } = require("@vendure/core/cli");
const { OWNER, settings } = require("./settings.js");

const [data, port] = process.argv.slice(2);
const API = `http://127.0.0.1:${port}/admin-api`;

/** How long the search index is waited for, in milliseconds. */
const INDEXING = 4000;

const FIRST = {
  defaultLanguage: "en",
  defaultZone: "Europe",
  countries: [
    { name: "Ireland", code: "IE", zone: "Europe" },
    { name: "United Kingdom", code: "GB", zone: "Europe" },
  ],
  taxRates: [{ name: "Standard Tax", percentage: 20 }],
  shippingMethods: [{ name: "Letter post", price: 350 }],
  paymentMethods: [
    {
      name: "By invoice",
      handler: {
        code: "dummy-payment-handler",
        arguments: [{ name: "automaticSettle", value: "true" }],
      },
    },
  ],
  collections: ["Seeds", "Flowers", "Tools"].map((name) => ({
    name,
    filters: [
      { code: "facet-value-filter", args: { facetValueNames: [name], containsAny: false } },
    ],
  })),
};

const CUSTOMERS = [
  ["Paul", "Reimer", "4 Quay Street", "Westport", "IE"],
  ["Erna", "Holt", "19 Mill Lane", "Hexham", "GB"],
  ["Lotte", "Vogel", "2 Abbey Row", "Malmesbury", "GB"],
  ["Declan", "Byrne", "31 Castle Park", "Kinsale", "IE"],
  ["Wanda", "Sikora", "8 Church Road", "Ludlow", "GB"],
  ["Owen", "Pryce", "12 Bridge End", "Crickhowell", "GB"],
  ["Nuala", "Keane", "5 Harbour View", "Dingle", "IE"],
  ["Gilbert", "Stone", "27 The Shambles", "Settle", "GB"],
  ["Amina", "Yusuf", "60 Garden Terrace", "Falmouth", "GB"],
];
const GROUPS = { Regulars: ["Nuala", "Gilbert"], Schools: ["Amina"] };
const ORDERS = [
  ["Declan", { "TOM-304": 2, "CAR-112": 1 }],
  ["Nuala", { "FRK-400": 1 }],
  ["Wanda", { "POP-009": 3, "COR-015": 3, "TIN-012": 1 }],
];

const COLLEAGUES = [
  ["Greta", "Nyholm", "Hazel-rod-93"],
  ["Tove", "Aldous", "Potting-shed-46"],
];

let token = "";

/** Ask the API; the answer to the one thing that is asked. */
async function ask(question, variables = {}) {
  const answer = await fetch(API, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: token },
    body: JSON.stringify({ query: question, variables }),
  });
  token = token || answer.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const told = await answer.json();
  const [said] = Object.values(told.data || {});
  if (told.errors || (said && said.errorCode)) throw new Error(JSON.stringify(told));
  return said;
}

async function logIn() {
  await ask(
    `mutation ($who: String!, $word: String!) {
      login(username: $who, password: $word) { __typename }
    }`,
    { who: OWNER.identifier, word: OWNER.password },
  );
}

/** Prices are what a customer pays, tax included. */
async function setPrices() {
  const channel = await ask("{ activeChannel { id } }");
  await ask(
    `mutation ($input: UpdateChannelInput!) {
      updateChannel(input: $input) { ... on ErrorResult { errorCode } }
    }`,
    { input: { id: channel.id, pricesIncludeTax: true } },
  );
}

async function hire() {
  const { items } = await ask("{ roles { items { id code } } }");
  const role = items.find((each) => each.code === "__super_admin_role__");
  for (const [firstName, lastName, password] of COLLEAGUES) {
    const emailAddress = `${firstName}.${lastName}@example.com`.toLowerCase();
    await ask(
      `mutation ($input: CreateAdministratorInput!) {
        createAdministrator(input: $input) { id }
      }`,
      { input: { firstName, lastName, emailAddress, password, roleIds: [role.id] } },
    );
  }
}

/** A customer's address. */
function addressOf([first, last, streetLine1, city, countryCode]) {
  return { fullName: `${first} ${last}`, streetLine1, city, countryCode };
}

/** Make the customers; their numbers by first name. */
async function customers() {
  const made = {};
  const home = { defaultShippingAddress: true, defaultBillingAddress: true };
  for (const customer of CUSTOMERS) {
    const [firstName, lastName] = customer;
    const emailAddress = `${firstName}.${lastName}@example.com`.toLowerCase();
    const { id } = await ask(
      `mutation ($input: CreateCustomerInput!) {
        createCustomer(input: $input) {
          ... on Customer { id }
          ... on ErrorResult { errorCode }
        }
      }`,
      { input: { firstName, lastName, emailAddress } },
    );
    await ask(
      `mutation ($id: ID!, $input: CreateAddressInput!) {
        createCustomerAddress(customerId: $id, input: $input) { id }
      }`,
      { id, input: { ...addressOf(customer), ...home } },
    );
    made[firstName] = id;
  }
  return made;
}

async function groups(numbers) {
  for (const [name, members] of Object.entries(GROUPS)) {
    await ask(
      "mutation ($input: CreateCustomerGroupInput!) { createCustomerGroup(input: $input) { id } }",
      { input: { name, customerIds: members.map((member) => numbers[member]) } },
    );
  }
}

/** Each article's number by its SKU. */
async function articles() {
  const { items } = await ask("{ productVariants(options: { take: 100 }) { items { id sku } } }");
  return Object.fromEntries(items.map((each) => [each.sku, each.id]));
}

/** Order goods for a customer and pay them; they wait to be sent. */
async function order(who, goods, numbers, variants) {
  const { id } = await ask("mutation { createDraftOrder { id } }");
  const change = (types, call, values = {}) =>
    ask(
      `mutation ($id: ID!${types}) {
        ${call} { ... on Order { id } ... on ErrorResult { errorCode message } }
      }`,
      { id, ...values },
    );
  await change(", $who: ID", "setCustomerForDraftOrder(orderId: $id, customerId: $who)", {
    who: numbers[who],
  });
  for (const [sku, quantity] of Object.entries(goods)) {
    await change(
      ", $input: AddItemToDraftOrderInput!",
      "addItemToDraftOrder(orderId: $id, input: $input)",
      { input: { productVariantId: variants[sku], quantity } },
    );
  }
  const input = addressOf(CUSTOMERS.find(([name]) => name === who));
  for (const kind of ["Shipping", "Billing"]) {
    const call = `setDraftOrder${kind}Address(orderId: $id, input: $input) { id }`;
    await ask(`mutation ($id: ID!, $input: CreateAddressInput!) { ${call} }`, { id, input });
  }
  const [method] = await ask(
    "query ($id: ID!) { eligibleShippingMethodsForDraftOrder(orderId: $id) { id } }",
    { id },
  );
  await change(
    ", $method: ID!",
    "setDraftOrderShippingMethod(orderId: $id, shippingMethodId: $method)",
    { method: method.id },
  );
  await change("", 'transitionOrderToState(id: $id, state: "ArrangingPayment")');
  await change(
    "",
    'addManualPaymentToOrder(input: { orderId: $id, method: "by-invoice", metadata: {} })',
  );
}

async function orders(numbers) {
  const variants = await articles();
  for (const [who, goods] of ORDERS) await order(who, goods, numbers, variants);
}

async function fill() {
  const begin = async () => {
    const app = await bootstrap(settings(data, Number(port)));
    await app.get(JobQueueService).start();
    return app;
  };
  const app = await populate(begin, FIRST, path.join(__dirname, "goods.csv"));
  await logIn();
  await setPrices();
  await hire();
  const numbers = await customers();
  await groups(numbers);
  await orders(numbers);
  await new Promise((resolve) => setTimeout(resolve, INDEXING));
  await app.close();
}

fill()
  .then(() => process.exit(0))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
