/** Serves the shop. `node serve.js DATA PORT`. */

const { bootstrap, JobQueueService } = require("@vendure/core");
const { settings } = require("./settings.js");

const [data, port] = process.argv.slice(2);

bootstrap(settings(data, Number(port)))
  .then((app) => app.get(JobQueueService).start())
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
