// The vendored milsymbol as the measure: codes on stdin as a JSON list, symbols on stdout.
const ms = require("../../src/hexfront/web/vendor/milsymbol.js");
const codes = JSON.parse(require("fs").readFileSync(0, "utf8"));
const drawn = codes.map((code) => {
  const symbol = new ms.Symbol(code, { size: 100, infoFields: false, strokeWidth: 4 });
  return { valid: symbol.isValid(), svg: symbol.asSVG() };
});
process.stdout.write(JSON.stringify(drawn));
