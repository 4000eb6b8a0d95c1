"""Builds the Python package: CMake compiles the library, the module and the program, setuptools packs them."""
import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r'TACT_VERSION_STRING "(.*)"', (HERE / "src/tact/version.h").read_text()).group(1)


class ByCMake(build_ext):
    """The one extension, tact._core, and beside it what belongs to the package."""

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = pathlib.Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        cmake = ["cmake", "-S", str(HERE), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTACT_PYTHON=ON",
                 "-DTACT_TESTS=OFF", "-DTACT_EXAMPLES=OFF", "-DTACT_INSTALL=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run(cmake, check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(build), "--parallel", jobs, "--target", "tact_python", "tact_program"], check=True)
        target.mkdir(parents=True, exist_ok=True)
        for module in (build / "python/tact").glob("_core*.so"):
            self.copy_file(str(module), str(target))
        (target / "bin").mkdir(exist_ok=True)
        self.copy_file(str(build / "bin/tact"), str(target / "bin"))


setup(version=VERSION, packages=["tact"], package_dir={"tact": "bindings/python/tact"},
      package_data={"tact": ["py.typed", "*.pyi"]}, ext_modules=[Extension("tact._core", sources=[])],
      cmdclass={"build_ext": ByCMake})
