/** The shop's settings: one SQLite file, the office at /admin, and no other machine. */

const path = require("path");
const core = require("@vendure/core");
const { AdminUiPlugin } = require("@vendure/admin-ui-plugin");

exports.OWNER = { identifier: "owner", password: "a site on loopback has no secrets" };

exports.settings = (data, port) => ({
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn }),
  apiOptions: { hostname: "127.0.0.1", port, adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    superadminCredentials: exports.OWNER,
    tokenMethod: ["cookie", "bearer"],
    cookieOptions: { secret: "a site on loopback has no secrets" },
  },
  dbConnectionOptions: {
    type: "sqljs",
    autoSave: true,
    location: path.join(data, "shop.sqlite"),
    synchronize: true,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [
    core.DefaultJobQueuePlugin.init({}),
    core.DefaultSearchPlugin.init({}),
    AdminUiPlugin.init({
      route: "admin",
      port,
      adminUiConfig: {
        brand: "Hazel & Rye Seeds",
        defaultLanguage: "en",
        defaultLocale: "US",
        loginImageUrl: "assets/logo-login.webp",
      },
    }),
  ],
});
